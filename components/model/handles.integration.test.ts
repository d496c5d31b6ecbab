import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { literalPairs, withPairs } from '@/core/language/literalPairs';
import { findHandles, pulledBy } from './handles';
import { parseMotions, withTrials } from './trials';

/** With asy itself: what it draws, and what moves when a number changes. */

function ask(code: string) {
  const pairs = literalPairs(code);
  const folder = mkdtempSync(path.join(tmpdir(), 'asyground-handles-'));
  try {
    writeFileSync(path.join(folder, 'main.asy'), withTrials(code, pairs) ?? '');
    const { stdout } = spawnSync('asy', ['-f', 'svg', '-noV', 'main.asy'], { cwd: folder, encoding: 'utf8' });
    return { pairs, ...findHandles(pairs, parseMotions(stdout, pairs)), drawn: readdirSync(folder) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
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
draw(shift(C)*((5,6)--(6,6)));
dot(C+(0,-5));
dot((4,0), blue);
`;

describe('points that can be dragged', () => {
  const { pairs, handles, computed, drawn } = ask(CODE);
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

  it('are found without drawing', () => expect(drawn).toEqual(['main.asy']));

  it('are those of each pair, also where several place the same', () => {
    const dots = pairs.flatMap(({ from, to }, index) => (CODE.slice(from, to) === '(4,0)' ? [index] : []));
    expect(handles.filter(({ pair }) => dots.includes(pair)).map(({ pair }) => pair)).toEqual(dots);
  });

  it('may be so far from another point', () => {
    expect(of('(5,6)')).toMatchObject([{ at: { x: 6, y: 9 } }]);
    expect(of('(0,-5)')).toMatchObject([{ at: { x: 1, y: -2 } }]);
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

  it('are where they were dragged to', () => {
    const [handle] = of('(1,2)');
    const pair = handle && pairs[handle.pair];
    if (handle === undefined || pair === undefined) throw new Error('there is a handle');
    const by = pulledBy(handle, { x: 0.25, y: -0.5 });
    const moved = withPairs(CODE, [pair], ({ x, y }) => [(x.value + by.x).toFixed(6), (y.value + by.y).toFixed(6)]);
    const [landed] = ask(moved).handles.filter((one) => one.pair === handle.pair);
    expect(landed?.at.x).toBeCloseTo(handle.at.x + 0.25);
    expect(landed?.at.y).toBeCloseTo(handle.at.y - 0.5);
  });
});
