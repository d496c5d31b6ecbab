import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Heap } from './heap';

interface Item {
  readonly order: number;
  isStale: boolean;
}

describe('a heap with items that go stale', () => {
  it('gives the others in order', () => {
    const items = fc.array(fc.record({ order: fc.nat(50), isStale: fc.boolean() }), { maxLength: 300 });
    fc.assert(
      fc.property(items, (all: Item[]) => {
        const heap = new Heap<Item>(
          (a, b) => a.order < b.order,
          (item) => !item.isStale,
        );
        for (const item of all) heap.push(item);
        const taken: number[] = [];
        for (let item = heap.first(); item !== undefined; item = heap.first()) {
          taken.push(item.order);
          heap.removeFirst();
        }
        const expected = all.filter((item) => !item.isStale).map((item) => item.order);
        expect(taken).toEqual(expected.sort((a, b) => a - b));
      }),
    );
  });

  it('does not grow with what is stale', () => {
    const heap = new Heap<Item>(
      (a, b) => a.order < b.order,
      (item) => !item.isStale,
    );
    let last: Item = { order: 0, isStale: false };
    for (let order = 0; order < 10_000; order += 1) {
      last.isStale = true;
      last = { order, isStale: false };
      heap.push(last);
    }
    expect(heap.length).toBeLessThan(100);
    expect(heap.first()).toBe(last);
  });
});
