import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createLog } from '@/platform/log';
import { sessionSecret } from './sessionSecret';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'asyground-secret-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const log = createLog('test', 'silent');
const none = { sessionSecret: undefined, workerSecret: undefined, role: 'all' } as const;

describe('what signs sessions', () => {
  it('is made once for a machine, for nobody else to read', async () => {
    const first = await sessionSecret(none, folder, log);
    expect(first).toHaveLength(32);
    expect(await sessionSecret(none, folder, log)).toEqual(first);
    expect(statSync(path.join(folder, 'session-secret')).mode & 0o777).toBe(0o600);
  });

  it('is made anew where the file was damaged', async () => {
    writeFileSync(path.join(folder, 'session-secret'), 'half');
    expect(await sessionSecret(none, folder, log)).toHaveLength(32);
  });

  it('is the same at all fronts that share a secret, and not that secret', async () => {
    const workerSecret = 'shared by fronts and workers';
    const [one, two] = [
      await sessionSecret({ ...none, workerSecret }, folder, log),
      await sessionSecret({ ...none, workerSecret }, '/nowhere', log),
    ];
    expect(one).toEqual(two);
    expect(one.toString()).not.toContain(workerSecret);
    const own = await sessionSecret({ ...none, workerSecret, sessionSecret: 'x'.repeat(32) }, '/nowhere', log);
    expect(own).not.toEqual(one);
  });
});
