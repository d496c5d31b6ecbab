import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Spool, type SpoolFile } from './spool';

let folder: string;
beforeEach(() => (folder = mkdtempSync(path.join(tmpdir(), 'asyground-spool-'))));
afterEach(() => rmSync(folder, { recursive: true }));

const text = (bytes: Uint8Array) => Buffer.from(bytes).toString();

describe('what waits on disk', () => {
  it('comes back as it was written, and has no name there', () => {
    const spool = new Spool(folder, 100);
    const file = spool.open(() => undefined);
    expect(file.write(Buffer.from('first'))).toBe(0);
    expect(file.write(Buffer.from('second'))).toBe(5);
    expect(text(file.read(5, 6))).toBe('second');
    expect(text(file.read(0, 5))).toBe('first');
    expect(readdirSync(folder)).toEqual([]);
    file.close();
    file.close();
    expect(spool.bytes).toBe(0);
  });

  it('gives way to what comes later, the oldest first, and no further than needed', () => {
    const spool = new Spool(folder, 10);
    const given: string[] = [];
    const open = (name: string): SpoolFile => {
      const file = spool.open(() => {
        given.push(name);
        file.close();
      });
      return file;
    };
    const [first, second, third] = [open('first'), open('second'), open('third')];
    first.write(Buffer.alloc(4));
    second.write(Buffer.alloc(4));
    third.write(Buffer.alloc(4));
    expect(given).toEqual(['first']);
    expect(spool.bytes).toBe(8);
    for (const file of [second, third]) file.close();
  });
});
