import fc from 'fast-check';
import { expect, it } from 'vitest';
import { Heap, type Due } from './heap';

it('a heap gives back what is due in order of time, then of serial', () => {
  const dues = fc.array(fc.record({ atMs: fc.nat({ max: 20 }), serial: fc.nat() }));
  fc.assert(
    fc.property(dues, (items) => {
      const heap = new Heap<Due>();
      for (const due of items) heap.push(due);
      const out: Due[] = [];
      for (let due = heap.pop(); due !== undefined; due = heap.pop()) out.push(due);
      expect(out).toEqual([...items].sort((one, other) => one.atMs - other.atMs || one.serial - other.serial));
      expect(heap.first()).toBeUndefined();
    }),
  );
});
