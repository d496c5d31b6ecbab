import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { literalPairs, withPairs } from '@/core/language/literalPairs';
import { findHandles, pulledBy, trials } from './handles';
import { parsePoints, withQuestion } from './units';

/** With asy itself: what it draws, and what moves when a number changes. */

function pointsOf(code: string) {
  const folder = mkdtempSync(path.join(tmpdir(), 'asyground-handles-'));
  try {
    writeFileSync(path.join(folder, 'main.asy'), withQuestion(code));
    const { stdout } = spawnSync('asy', ['-f', 'svg', '-noV', 'main.asy'], { cwd: folder, encoding: 'utf8' });
    return parsePoints(stdout);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function ask(code: string) {
  const pairs = literalPairs(code);
  return { pairs, ...findHandles(pairs, [code, ...trials(code, pairs)].map(pointsOf)) };
}

const CODE = `size(6cm);
pair A=(0,0), B=(4,0), C=(1,3);
draw(A--B--C--cycle);
dot((A+B)/2);
fill(shift(5,1)*rotate(90)*scale(.5)*((0,2)--(1,2)--(0.5,3)--cycle), red);
label("$x$", (2,4), (1,0));
draw(circle((7,7),1), dashed);
dot(unit((3,4)));
draw((0,9){(1,0)}..(3,8));
`;

describe('points that can be dragged', () => {
  const { pairs, handles, computed } = ask(CODE);
  const of = (text: string) => {
    const index = pairs.findIndex(({ from, to }) => CODE.slice(from, to) === text);
    return handles.filter(({ pair }) => pair === index);
  };

  it('are those that a pair places, where it places them', () => {
    for (const [text, x, y] of [
      ['(4,0)', 4, 0],
      ['(1,3)', 1, 3],
      ['(2,4)', 2, 4],
      ['(7,7)', 7, 7],
      ['(0,9)', 0, 9],
    ] as const)
      expect(of(text), text).toMatchObject([{ at: { x, y } }]);
  });

  it('may lie behind shifts, turns and scales', () => {
    const [handle] = of('(1,2)');
    expect(handle?.at.x).toBeCloseTo(4);
    expect(handle?.at.y).toBeCloseTo(1.5);
    expect(handle && pulledBy(handle, { x: 1, y: 0 })).toEqual({ x: expect.closeTo(0), y: expect.closeTo(-2) });
  });

  it('are none where a number turns a curve, sets a label aside or is used otherwise', () => {
    expect([of('(1,0)'), of('(3,4)')]).toEqual([[], []]);
  });

  it('tell what a computed point comes from', () => {
    const middle = computed.find(({ at }) => Math.abs(at.x - 2) < 1e-9 && Math.abs(at.y) < 1e-9);
    const from = middle?.pairs.map((index) => CODE.slice(pairs[index]?.from, pairs[index]?.to));
    expect(from).toEqual(['(0,0)', '(4,0)']);
  });

  it.each(['(4,0)', '(1,2)', '(0,9)'])('are where they were dragged to: %s', (text) => {
    const [handle] = of(text);
    const pair = handle && pairs[handle.pair];
    if (handle === undefined || pair === undefined) throw new Error('there is a handle');
    const by = pulledBy(handle, { x: 0.25, y: -0.5 });
    const moved = withPairs(CODE, [pair], ({ x, y }) => [`${x.value + by.x}`, `${y.value + by.y}`]);
    const wanted = { x: handle.at.x + 0.25, y: handle.at.y - 0.5 };
    const nearest = Math.min(...pointsOf(moved).map(({ x, y }) => Math.hypot(x - wanted.x, y - wanted.y)));
    expect(nearest).toBeCloseTo(0);
  });
});
