// Remembers what a step was done for, so that a second start does nothing twice.
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const FOLDER = path.join('node_modules', '.asyground');

/**
 * Whether `name` was last done for exactly this.
 * @param {string} name
 * @param {string} value
 */
export function isDone(name, value) {
  try {
    return readFileSync(path.join(FOLDER, name), 'utf8') === value;
  } catch {
    return false;
  }
}

/**
 * @param {string} name
 * @param {string} value
 */
export function markDone(name, value) {
  mkdirSync(FOLDER, { recursive: true });
  writeFileSync(path.join(FOLDER, name), value);
}

/**
 * A hash over the names, sizes and contents of everything below these places.
 * @param {readonly string[]} places
 */
export function hashOf(places) {
  const hash = createHash('sha256');
  const visit = (/** @type {string} */ place) => {
    const stats = statSync(place, { throwIfNoEntry: false });
    if (!stats) return;
    if (stats.isDirectory()) for (const name of readdirSync(place).sort()) visit(path.join(place, name));
    else if (!place.endsWith('.test.ts')) hash.update(`${place}\0${stats.size}\0`).update(readFileSync(place));
  };
  for (const place of places) visit(place);
  return hash.digest('hex');
}
