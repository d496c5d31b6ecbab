import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { literalPairs, withPairs } from '@/core/language/literalPairs';
import { findHandles, trials } from './handles';
import { parsePoints, withQuestion } from './units';
import type { Point } from './view';

/** How many of the pairs that place something in the pictures of the gallery have a handle. Each is tried alone. */

const FOLDER = 'examples';
const EXAMPLES = readdirSync(FOLDER).filter((name) => name.endsWith('.asy') && !name.startsWith('space-'));
const LEAST_SHARE = 0.95;

async function pointsOf(code: string): Promise<Point[]> {
  const folder = mkdtempSync(path.join(tmpdir(), 'asyground-handles-'));
  try {
    writeFileSync(path.join(folder, 'main.asy'), withQuestion(code));
    const child = spawn('asy', ['-f', 'svg', '-noV', 'main.asy'], { cwd: folder, stdio: ['ignore', 'pipe', 'ignore'] });
    let printed = '';
    for await (const chunk of child.stdout) printed += String(chunk);
    return parsePoints(printed);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const hasMoved = (before: readonly Point[], after: readonly Point[]) =>
  before.length !== after.length || before.some(({ x, y }, i) => x !== after[i]?.x || y !== after[i]?.y);

it('pairs that place something can be dragged', { timeout: 3_600_000 }, async () => {
  let [placing, held] = [0, 0];
  const without: string[] = [];
  for (const name of EXAMPLES) {
    const code = readFileSync(path.join(FOLDER, name), 'utf8');
    const pairs = literalPairs(code);
    const base = await pointsOf(code);
    const runs: Point[][] = [base];
    for (const trial of trials(code, pairs)) runs.push(await pointsOf(trial));
    const { handles } = findHandles(pairs, runs);
    for (const [index, pair] of pairs.entries()) {
      const off = withPairs(code, [pair], ({ x, y }) => [`${x.value + 1e-3}`, `${y.value + 1e-3}`]);
      if (!hasMoved(base, await pointsOf(off))) continue;
      placing += 1;
      if (handles.some((handle) => handle.pair === index)) held += 1;
      else without.push(`${name}: ${code.slice(Math.max(0, pair.from - 30), pair.to)}`.replace(/\s+/g, ' '));
    }
  }
  process.stdout.write(`${held} of ${placing} pairs have a handle. Without one:\n${without.join('\n')}\n`);
  expect(held / placing).toBeGreaterThanOrEqual(LEAST_SHARE);
});
