import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import * as toolchain from './toolchain';

it('has everything that the set-up, which no compiler checks, asks of it', () => {
  const setUp = readFileSync('scripts/setup/toolchain.mjs', 'utf8');
  const asked = [...setUp.matchAll(/\btoolchain\.([A-Za-z_]+)/g)].map(([, name = '']) => name);
  const names = asked.filter((name) => name !== 'mjs' && name !== 'ts');
  expect(names.length).toBeGreaterThan(3);
  expect(names.filter((name) => !(name in toolchain))).toEqual([]);
});

it('has another version when what was prepared or a module of ours is another, and not when it is made again', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'asyground-toolchain-'));
  const [prepared, modules] = [path.join(folder, 'prepared'), path.join(folder, 'modules')];
  const version = (made: string, module: string) => {
    for (const place of [prepared, modules]) mkdirSync(place, { recursive: true });
    writeFileSync(path.join(prepared, 'stamp'), `${Math.random()}\n${made}\n`);
    writeFileSync(path.join(modules, 'unicode.asy'), module);
    return toolchain.toolchainVersion(prepared, modules);
  };
  try {
    const first = version('a', 'x');
    expect(version('a', 'x')).toBe(first);
    expect(new Set([first, version('b', 'x'), version('a', 'y')]).size).toBe(3);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
