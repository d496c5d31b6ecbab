import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Locks } from './locks';

describe('locks', () => {
  it('are handed to the first in line when they are released', () => {
    const locks = new Locks();
    expect(locks.acquire('l', 'a', 1)).toBe(true);
    expect(locks.acquire('l', 'a', 1)).toBe(true);
    expect(locks.acquire('l', 'b', 1)).toBe(false);
    expect(locks.acquire('l', 'c', 1)).toBe(false);
    expect(locks.release('l', 'a')).toEqual(['b']);
    expect(locks.acquire('l', 'd', 1)).toBe(false);
    expect(locks.acquire('l', 'b', 1)).toBe(true);
    expect(locks.releaseAll('b')).toEqual(['c']);
  });

  it('take a count below 1 as 1', () => {
    expect(new Locks().acquire('l', 'a', -3)).toBe(true);
  });

  it('are never held by more than was allowed, and nobody waits who need not', () => {
    const step = fc.record({
      kind: fc.constantFrom('acquire', 'release', 'leave'),
      lock: fc.constantFrom('x', 'y'),
      key: fc.constantFrom('a', 'b', 'c', 'd'),
      count: fc.integer({ min: 1, max: 3 }),
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const locks = new Locks();
        const held = new Map<string, Map<string, number>>();
        const line = new Map<string, Map<string, number>>();
        const of = (all: typeof held, lock: string) => {
          const found = all.get(lock) ?? new Map<string, number>();
          all.set(lock, found);
          return found;
        };
        const grant = (lock: string, keys: readonly string[]) => {
          for (const key of keys) {
            const count = of(line, lock).get(key) ?? 0;
            expect(count).toBeGreaterThan(0);
            of(line, lock).delete(key);
            of(held, lock).set(key, count);
          }
        };
        for (const { kind, lock, key, count } of steps) {
          if (kind === 'acquire') {
            const isHolder = of(held, lock).has(key);
            const isFree = of(held, lock).size < count;
            expect(locks.acquire(lock, key, count)).toBe(isHolder || isFree);
            if (isHolder) continue;
            of(line, lock).delete(key);
            of(isFree ? held : line, lock).set(key, count);
          } else {
            for (const name of kind === 'release' ? [lock] : ['x', 'y']) {
              of(held, name).delete(key);
              of(line, name).delete(key);
              grant(name, locks.release(name, key));
            }
          }
          for (const name of ['x', 'y']) {
            const allowed = [...of(held, name).values()];
            expect(allowed.length).toBeLessThanOrEqual(Math.max(0, ...allowed));
            for (const waitsFor of of(line, name).values())
              expect(of(held, name).size).toBeGreaterThanOrEqual(waitsFor);
          }
        }
      }),
    );
  });
});
