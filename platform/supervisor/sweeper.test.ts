import { existsSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeRunFolder } from './sweeper';

let parent: string;
beforeEach(() => (parent = mkdtempSync(path.join(tmpdir(), 'asyground-sweep-'))));
afterEach(() => rmSync(parent, { recursive: true, force: true }));

/** Only of this test: the cgroups that go with it are named like the folder. */
const folderName = () => path.join(parent, `test-${process.pid}`);

describe('the run folder', () => {
  it('is made anew, with a part for the service, and leaves nothing', () => {
    const folder = folderName();
    // What a power cut left.
    mkdirSync(folder);
    writeFileSync(path.join(folder, 'old.sock'), '');
    const made = makeRunFolder(folder, undefined, []);
    if (!made.ok) throw new Error(made.failure.message);
    expect(made.value.path).toBe(folder);
    expect(existsSync(path.join(folder, 'old.sock'))).toBe(false);
    expect(statSync(made.value.service).mode & 0o777).toBe(0o700);
    writeFileSync(path.join(made.value.service, 'redis.sock'), '');
    made.value.remove();
    expect(existsSync(folder)).toBe(false);
  });

  it('that cannot be made is told in words', () => {
    const file = path.join(parent, 'file');
    writeFileSync(file, '');
    const made = makeRunFolder(path.join(file, 'below'), undefined, []);
    expect(made.ok ? '' : made.failure.message).toMatch(/^The folder for sockets and jails cannot be made: /);
  });
});
