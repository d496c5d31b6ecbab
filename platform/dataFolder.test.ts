import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Result } from '@/core/result';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { instanceOf, openDataFolder, type DataFolder } from './dataFolder';

let root: string;
const opened: DataFolder[] = [];

beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'asyground-data-'));
});
afterEach(() => {
  for (const folder of opened.splice(0)) folder.release();
  rmSync(root, { recursive: true });
});

async function open(): Promise<Result<DataFolder>> {
  const folder = await openDataFolder(root, undefined);
  if (folder.ok) opened.push(folder.value);
  return folder;
}

describe('data folder', () => {
  it('is locked against a second instance until it is released', async () => {
    const first = await open();
    expect(first).toHaveProperty('value.run');
    expect(await open()).toMatchObject({ failure: { code: 'config', message: expect.stringContaining('in use') } });
    if (first.ok) await new Promise<void>((resolve) => (first.value.release(), setImmediate(resolve)));
    expect(await open()).toHaveProperty('value.run');
  });

  it('refuses a folder of another schema version and lets go of the lock', async () => {
    writeFileSync(path.join(root, 'version'), '99\n');
    expect(await open()).toMatchObject({ failure: { message: expect.stringContaining('schema version 99') } });
    writeFileSync(path.join(root, 'version'), '1\n');
    expect(await open()).toHaveProperty('value.run');
  });

  it('is not held up by a version that cannot be read', async () => {
    mkdirSync(path.join(root, 'version'));
    expect(await open()).toMatchObject({
      failure: { code: 'config', message: expect.stringContaining('cannot be used') },
    });
  });

  it('has a name of its own, short, also where another disk has the same inode', () => {
    const names = [16, 17, 2 ** 31].map((dev) => instanceOf({ dev, ino: 2 }));
    expect(new Set(names).size).toBe(3);
    expect(Math.max(...names.map((name) => name.length))).toBeLessThan(12);
  });

  it('says why a folder cannot be made', async () => {
    writeFileSync(path.join(root, 'file'), '');
    expect(await openDataFolder(path.join(root, 'file', 'x'), undefined)).toMatchObject({
      failure: { message: expect.stringContaining('DATA_DIR') },
    });
  });
});
