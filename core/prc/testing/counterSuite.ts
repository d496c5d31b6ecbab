import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Counter } from '../counter';

/** One set of counts, seen by one counter or, as several fronts see it, by several. */
export interface CounterWorld {
  readonly counters: readonly [Counter, ...Counter[]];
  close(): Promise<void>;
}

type Command =
  | { readonly kind: 'acquire'; readonly type: string; readonly limit: number; readonly mayWait: boolean }
  | { readonly kind: 'release'; readonly pick: number };

interface Held {
  readonly counter: Counter;
  readonly ticket: number;
  readonly type: string;
  readonly limit: number;
  readonly granted: Promise<boolean>;
}

const command: fc.Arbitrary<Command> = fc.oneof(
  fc.record({
    kind: fc.constant('acquire' as const),
    type: fc.constantFrom('a', 'b'),
    limit: fc.integer({ min: 0, max: 3 }),
    mayWait: fc.boolean(),
  }),
  fc.record({ kind: fc.constant('release' as const), pick: fc.nat() }),
);

/** What every counter must do, whatever it counts in (docs/parallel-requests.md, 5, 6, 9 and 10). */
export function describeCounter(name: string, openWorld: () => Promise<CounterWorld>, runs = 100): void {
  describe(name, () => {
    let world: CounterWorld;
    let ticket = 0;
    beforeEach(async () => {
      world = await openWorld();
    });
    afterEach(() => world.close());

    const claim = (limit: number, mayWait = false, requestType = 't', holder = 'h') => ({
      ticket: ++ticket,
      requestType,
      limit,
      mayWait,
      holder,
    });

    it('grants below the limit of the claim and refuses at it', async () => {
      const [counter] = world.counters;
      expect(await counter.acquire(claim(2))).toBe(true);
      expect(await counter.acquire(claim(2))).toBe(true);
      expect(await counter.acquire(claim(2))).toBe(false);
      expect(await counter.acquire(claim(1))).toBe(false);
      expect(await counter.acquire(claim(3))).toBe(true);
      expect(await counter.count('t')).toBe(3);
    });

    it('always refuses the limit 0, also to a claim that would wait', async () => {
      const [counter] = world.counters;
      expect(await counter.acquire(claim(0))).toBe(false);
      expect(await counter.acquire(claim(0, true))).toBe(false);
      expect(await counter.counts()).toEqual(new Map());
    });

    it('does not lower the count for a refused or an unknown ticket', async () => {
      const [counter] = world.counters;
      const open = claim(1);
      const refused = claim(1);
      await counter.acquire(open);
      await counter.acquire(refused);
      counter.release(refused.ticket);
      counter.release(++ticket);
      expect(await counter.count('t')).toBe(1);
      expect(await counter.acquire(claim(1))).toBe(false);
      counter.release(open.ticket);
      counter.release(open.ticket);
      expect(await counter.count('t')).toBe(0);
    });

    it('counts types apart and lists only those in use', async () => {
      const [counter] = world.counters;
      await counter.acquire(claim(9, false, 'A:1'));
      await counter.acquire(claim(9, false, 'a:1'));
      await counter.acquire(claim(9, false, 'a:1'));
      expect(await counter.count('nobody')).toBe(0);
      expect(await counter.counts()).toEqual(
        new Map([
          ['A:1', 1],
          ['a:1', 2],
        ]),
      );
    });

    it('lets calls take effect in their order, without waiting for answers', async () => {
      const [counter] = world.counters;
      const first = claim(1);
      const second = claim(1);
      const granted = [counter.acquire(first), (counter.release(first.ticket), counter.acquire(second))];
      expect(await Promise.all(granted)).toEqual([true, true]);
    });

    it('grants those who wait in the order of their arrival', async () => {
      const [counter] = world.counters;
      const holders = [claim(1), claim(1, true), claim(1, true)];
      const order: number[] = [];
      const answers = holders.map(async (held) => {
        await counter.acquire(held);
        order.push(held.ticket);
      });
      for (const [index, held] of holders.entries()) {
        await answers[index];
        counter.release(held.ticket);
      }
      expect(order).toEqual(holders.map((held) => held.ticket));
    });

    it('refuses a waiting claim that is released, and passes its place on', async () => {
      const [counter] = world.counters;
      const open = claim(1);
      const leaver = claim(1, true);
      await counter.acquire(open);
      const left = counter.acquire(leaver);
      const stayed = counter.acquire(claim(1, true));
      counter.release(leaver.ticket);
      expect(await left).toBe(false);
      expect(await counter.count('t')).toBe(1);
      counter.release(open.ticket);
      expect(await stayed).toBe(true);
    });

    it('tells who holds what, and ends it wherever it is', async () => {
      const [counter] = world.counters;
      const holderOf = (index: number) => `h${index}`;
      const ended: number[] = [];
      const claims = world.counters.flatMap((_counter, i) =>
        ['a b', 'a b', 'c'].map((type) => ({
          ...claim(9, false, type, holderOf(i)),
          ended: (one: number) => ended.push(one),
        })),
      );
      for (const [i, one] of claims.entries()) await world.counters[Math.floor(i / 3)]?.acquire(one);
      const waiting = counter.acquire(claim(1, true, 'c', 'waiter'));
      const holdings = world.counters.flatMap((_counter, i) => [
        { holder: holderOf(i), requestType: 'a b', count: 2 },
        { holder: holderOf(i), requestType: 'c', count: 1 },
      ]);
      const found = await counter.holdings();
      expect(found).toHaveLength(holdings.length);
      expect(found).toEqual(expect.arrayContaining(holdings));
      for (const [i] of world.counters.entries()) counter.end(holderOf(i), 'c');
      expect(await waiting).toBe(true);
      const ends = claims.filter(({ requestType }) => requestType === 'c').map((one) => one.ticket);
      expect([...ended].sort((a, b) => a - b)).toEqual(ends);
      expect(await counter.counts()).toEqual(
        new Map([
          ['a b', 2 * world.counters.length],
          ['c', 1],
        ]),
      );
      for (const one of ends) world.counters[0].release(one);
      expect(await counter.count('c')).toBe(1);
    });

    it('counts what is granted, never above the limit, and returns to zero', async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(fc.tuple(command, fc.nat()), { maxLength: 40 }), async (commands) => {
          let open: Held[] = [];
          let line: Held[] = [];
          const countOf = (type: string) => open.filter((held) => held.type === type).length;
          /** The rule of the line, in the plainest text: first come, if there is room for it. */
          const admit = async () => {
            for (const waiting of [...line]) {
              if (countOf(waiting.type) >= waiting.limit) continue;
              line = line.filter((held) => held !== waiting);
              open.push(waiting);
              expect(await waiting.granted).toBe(true);
            }
          };
          const release = async (held: Held) => {
            held.counter.release(held.ticket);
            const waited = line.includes(held);
            open = open.filter((other) => other !== held);
            line = line.filter((other) => other !== held);
            // Answered only now, and so a sign that the release has taken effect, also in a shared store.
            if (waited) expect(await held.granted).toBe(false);
            else await held.counter.count(held.type);
            await admit();
          };
          for (const [step, pick] of commands) {
            const counter = world.counters[pick % world.counters.length] ?? world.counters[0];
            if (step.kind === 'acquire') {
              const { type, limit, mayWait } = step;
              const wanted = { ticket: ++ticket, requestType: type, limit, mayWait, holder: 'h' };
              const held = { counter, ticket, type, limit, granted: Promise.resolve(counter.acquire(wanted)) };
              if (countOf(type) < limit) {
                expect(await held.granted).toBe(true);
                open.push(held);
                expect(countOf(type)).toBeLessThanOrEqual(limit);
              } else if (mayWait && limit > 0) {
                await counter.count(type);
                line.push(held);
              } else {
                expect(await held.granted).toBe(false);
              }
            } else {
              const known = [...open, ...line];
              const held = known[step.pick % known.length];
              if (held !== undefined) await release(held);
            }
            for (const type of ['a', 'b']) expect(await counter.count(type)).toBe(countOf(type));
          }
          for (const held of [...line, ...open]) await release(held);
          expect(await world.counters[0].counts()).toEqual(new Map());
        }),
        { numRuns: runs },
      );
    });
  });
}
