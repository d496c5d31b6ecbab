import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MAX_LITERAL_PAIRS, literalPairs, withPairs } from './literalPairs';

const found = (code: string) => literalPairs(code).map(({ x, y }) => [x.value, y.value]);

describe('pairs written as two numbers', () => {
  it.each([
    ['pair A=(0,0), B = ( -1.5 , .25 );', [[0, 0], [-1.5, 0.25]]], // prettier-ignore
    ['draw((0,0)--(4,0)..{up}(1,3e1));', [[0, 0], [4, 0], [1, 30]]], // prettier-ignore
    ['label("(9,9)", (1cm, 2mm)); // (8,8)', [[1, 2]]],
    ['return (1,2); 2(3,4);', [[1, 2], [3, 4]]], // prettier-ignore
  ])('are found in %s', (code, pairs) => expect(found(code)).toEqual(pairs));

  it.each(['f(1,2);', 'shift (1,2)*p;', 'a[0](1,2)', '(1,2,3)', '(x,2)', '(1/2,3)', '/* (1,2) */', '"(1,2)'])(
    'are none in %s',
    (code) => expect(found(code)).toEqual([]),
  );

  it('tell where their numbers stand, so that others can be written there', () => {
    const number = fc.integer({ min: -99, max: 99 });
    fc.assert(
      fc.property(fc.array(fc.tuple(number, number), { maxLength: 9 }), (points) => {
        const code = points.map(([x, y]) => `dot( (${x} ,${y}cm) );`).join('\n');
        const moved = withPairs(code, literalPairs(code), ({ x, y }) => [String(x.value + 1), String(y.value - 1)]);
        expect(moved).toBe(points.map(([x, y]) => `dot( (${x + 1} ,${y - 1}cm) );`).join('\n'));
      }),
    );
  });

  it('are bounded', () => expect(literalPairs('(1,2);'.repeat(500))).toHaveLength(MAX_LITERAL_PAIRS));
});
