import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findCycle } from './cycle';

function cycleOf(edges: Readonly<Record<string, readonly string[]>>): string[] | undefined {
  return findCycle(Object.keys(edges), (id) => edges[id]);
}

describe('a cycle', () => {
  it('is told as the way around it', () => {
    expect(cycleOf({ a: ['a'] })).toEqual(['a', 'a']);
    expect(cycleOf({ start: ['a'], a: ['b'], b: ['c'], c: ['a'] })).toEqual(['a', 'b', 'c', 'a']);
    expect(cycleOf({ a: ['b', 'c'], b: ['d'], c: ['d'], d: [] })).toBeUndefined();
    expect(cycleOf({ a: ['nowhere'] })).toBeUndefined();
  });

  it('is found at any depth', () => {
    const chain = new Map(Array.from({ length: 10_000 }, (_, index) => [String(index), [String(index + 1)]]));
    expect(findCycle(chain.keys(), (id) => chain.get(id))).toBeUndefined();
    chain.set('9999', ['0']);
    expect(findCycle(chain.keys(), (id) => chain.get(id))).toHaveLength(10_001);
  });

  it('exists exactly when the tasks cannot be put in an order', () => {
    const size = 7;
    const edges = fc.array(fc.tuple(fc.nat(size - 1), fc.nat(size - 1)), { maxLength: 12 });
    fc.assert(
      fc.property(edges, (pairs) => {
        const nextOf = (id: string) => pairs.filter(([from]) => String(from) === id).map(([, to]) => String(to));
        const ids = Array.from({ length: size }, (_, index) => String(index));
        // Takes away whoever has nobody before them, until nobody is left or all left have somebody before them.
        let left = new Set(ids);
        for (let before = Infinity; left.size < before;) {
          before = left.size;
          const targets = new Set([...left].flatMap(nextOf));
          left = new Set([...left].filter((id) => targets.has(id)));
        }
        const cycle = findCycle(ids, nextOf);
        expect(cycle !== undefined).toBe(left.size > 0);
        if (cycle === undefined) return;
        expect(cycle[0]).toBe(cycle.at(-1));
        for (const [index, id] of cycle.slice(1).entries()) expect(nextOf(cycle[index] ?? '')).toContain(id);
      }),
    );
  });
});
