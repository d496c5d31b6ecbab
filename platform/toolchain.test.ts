import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import * as toolchain from './toolchain';

it('has everything that the set-up, which no compiler checks, asks of it', () => {
  const setUp = readFileSync('scripts/setup/toolchain.mjs', 'utf8');
  const asked = [...setUp.matchAll(/\btoolchain\.([A-Za-z_]+)/g)].map(([, name = '']) => name);
  const names = asked.filter((name) => name !== 'mjs' && name !== 'ts');
  expect(names.length).toBeGreaterThan(3);
  expect(names.filter((name) => !(name in toolchain))).toEqual([]);
});
