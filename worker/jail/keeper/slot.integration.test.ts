import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Slot } from './slot';

let root: string;
beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'asyground-slot-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

function slot(told: string[]): Slot {
  const place = {
    folder: path.join(root, '0'),
    users: undefined,
    cgroup: { kind: 'none', name: 'none' },
    instance: 'test',
    memoryBytes: 2 ** 28,
    seccompFile: '',
    prepared: undefined,
  } as const;
  return new Slot(0, place, ({ event }) => told.push(event));
}

describe('a slot', () => {
  it('is closed only after it has been opened, and then nothing of it comes back', async () => {
    const told: string[] = [];
    const one = slot(told);
    const opening = one.open();
    await one.close();
    expect(existsSync(path.join(root, '0'))).toBe(false);
    await opening;
    expect(existsSync(path.join(root, '0'))).toBe(false);
    expect(told).toEqual(['opened']);
  });

  it('can be opened again by the next one', async () => {
    const told: string[] = [];
    const first = slot(told);
    void first.open();
    await first.close();
    await slot(told).open();
    expect(existsSync(path.join(root, '0', 'job'))).toBe(true);
    expect(told).toEqual(['opened', 'opened']);
  });

  it('refuses what its state does not allow', async () => {
    const told: string[] = [];
    const one = slot(told);
    await one.collect();
    await one.open();
    await one.open();
    expect(told).toEqual(['failed', 'opened', 'failed']);
  });
});
