import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { literalPairs, type LiteralPair } from '@/core/language/literalPairs';
import { findHandles } from './handles';
import { parseMotions, withTrials } from './trials';

/** How many of the pairs that place something have a handle, over the gallery and the examples that come with asy. */

const FOLDERS = ['examples', '/usr/share/doc/asymptote/examples'];
const IN_SPACE = /\b(?:three|graph3|solids|grid3|tube|obj|bsp|contour3|smoothcontour3|labelpath3)\b|animation/;
const LEAST_SHARE = 0.95;
const LEAST_PROGRAMS = 100;
const PATIENCE_MS = 30_000;

/** Undefined if the program could not be tried. */
function tryOut(code: string, pairs: readonly LiteralPair[], source: string): string | undefined {
  const folder = mkdtempSync(path.join(tmpdir(), 'asyground-handles-'));
  try {
    writeFileSync(path.join(folder, 'main.asy'), withTrials(code, pairs) ?? 'abort();');
    const options = { cwd: folder, encoding: 'utf8', timeout: PATIENCE_MS } as const;
    const { stdout, status } = spawnSync(
      'asy',
      ['-f', 'svg', '-noV', '-dir', path.resolve(source), 'main.asy'],
      options,
    );
    return status === 0 ? stdout : undefined;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Told for each pair that moves a point, straight or not. */
const movesSomething = (output: string, index: number) => output.includes(`@asyground-motion ${index} `);

it('pairs that place something can be dragged', { timeout: 3_600_000 }, () => {
  let [programs, placing, held] = [0, 0, 0];
  const [without, untried]: string[][] = [[], []];
  for (const source of FOLDERS)
    for (const name of readdirSync(source).filter((file) => file.endsWith('.asy'))) {
      const code = readFileSync(path.join(source, name), 'latin1');
      const pairs = literalPairs(code);
      if (pairs.length === 0 || IN_SPACE.test(code)) continue;
      const output = tryOut(code, pairs, source);
      if (output === undefined) {
        untried?.push(name);
        continue;
      }
      programs += 1;
      const { handles } = findHandles(pairs, parseMotions(output, pairs));
      for (const [index, pair] of pairs.entries()) {
        if (!movesSomething(output, index)) continue;
        placing += 1;
        if (handles.some((handle) => handle.pair === index)) held += 1;
        else without?.push(`${name}: ${code.slice(Math.max(0, pair.from - 30), pair.to)}`.replace(/\s+/g, ' '));
      }
    }
  process.stdout.write(
    `${held} of ${placing} pairs of ${programs} programs have a handle. Not tried: ${untried?.join(', ')}. Without one:\n${without?.join('\n')}\n`,
  );
  expect(programs).toBeGreaterThanOrEqual(LEAST_PROGRAMS);
  expect(held / placing).toBeGreaterThanOrEqual(LEAST_SHARE);
});
