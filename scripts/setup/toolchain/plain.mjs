// asy's plain.asy as jails load it: the system's own, and behind it what tells which line drew what.
import { readFileSync, writeFileSync } from 'node:fs';
import { standIn } from './tex.mjs';

/**
 * Nothing is put before or between, so that messages about plain.asy name the same places.
 * @param {string} folder
 * @param {string} plain
 */
export function extendPlain(folder, plain) {
  const objects = readFileSync(new URL('objects.asy', import.meta.url), 'utf8');
  writeFileSync(standIn(folder, plain), `${readFileSync(plain, 'utf8')}\n${objects}`);
}
