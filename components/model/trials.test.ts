import { describe, expect, it } from 'vitest';
import { literalPairs } from '@/core/language/literalPairs';
import { findHandles } from './handles';
import { parseMotions, withTrials } from './trials';

const CODE = 'dot((10,0));';
const PAIRS = literalPairs(CODE);
/** The step is a ten-thousandth of the largest number. */
const line = (far: string) => `@asyground-motion 0 3 10 0 0.001 0 0 0.001 ${far}`;

describe('trying out a program', () => {
  it('gives each number of a pair something to be off by', () => {
    const trials = withTrials(CODE, PAIRS) ?? '';
    expect(trials).toContain('dot(((10+asyground_off[0].x),(0+asyground_off[0].y)));');
  });

  it.each(['draw(unitcircle);', 'dot((1,2)); shipout();', 'file f=input("x.csv"); dot((1,2));', 'dot((1,2)); exit();'])(
    'is not done for %s',
    (code) => expect(withTrials(code, literalPairs(code))).toBeUndefined(),
  );

  it('believes what moves in a straight line, and nothing else', () => {
    const motions = parseMotions(['drawn', line('-0.037 0.053'), line('-0.03 0.053')].join('\n'), PAIRS);
    const one = { x: expect.closeTo(1), y: expect.closeTo(0) };
    expect(motions).toEqual([{ pair: 0, point: 3, at: { x: 10, y: 0 }, byX: one, byY: { x: one.y, y: one.x } }]);
    expect(findHandles(PAIRS, motions).handles).toMatchObject([{ pair: 0, at: { x: 10, y: 0 } }]);
  });

  it('is not misled by what a program prints', () => {
    const printed = ['@asyground-motion', '@asyground-motion 7 0 1 1 1 1 1 1 1 1', line('nan 1'), line('x y')];
    expect(parseMotions(printed.join('\n'), PAIRS)).toEqual([]);
  });
});
