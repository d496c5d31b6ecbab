import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Tenant } from './jailProcess';
import type { JailEnd, JailSpec, KeeperEvent } from './protocol';
import { Slot } from './slot';

/** The states of a slot over jails that are only promises: random requests, late ones among them, in random order. */

const SPEC: JailSpec = {
  command: ['true'],
  environment: {},
  cpuSeconds: 1,
  input: false,
  mergeErrors: true,
  niceness: 5,
  prepared: false,
  roomy: false,
  held: true,
};
const EXIT: JailEnd = {
  code: 0,
  signal: null,
  outOfMemory: false,
  abandoned: false,
  peakMemoryBytes: 0,
  cpuMs: 0,
};

class FakeJail implements Tenant {
  readonly signs: string[] = [];
  isGone = false;
  private end: (exit: JailEnd) => void = () => undefined;
  readonly gone = new Promise<JailEnd>((resolve) => (this.end = resolve));
  readonly ended = this.gone;

  constructor(readonly generation: number) {}

  finish(): void {
    this.isGone = true;
    this.end(EXIT);
  }
  release(): boolean {
    this.signs.push('release');
    return true;
  }
  setNiceness(): void {
    this.signs.push('niceness');
  }
  interrupt(): void {
    this.signs.push('interrupt');
  }
  kill(): void {
    if (this.isGone) return;
    this.signs.push('kill');
    this.finish();
  }
  abandon(): void {
    this.kill();
  }
}

class World {
  readonly told: KeeperEvent[] = [];
  readonly jails: FakeJail[] = [];
  readonly steps: (() => void)[] = [];
  isMounted = false;
  generation = 0;
  readonly slot = new Slot(0, {
    folder: {
      open: () =>
        this.later(() => {
          // Never one over another, and never over a jail that lives.
          expect(this.isMounted).toBe(false);
          expect(this.living).toEqual([]);
          this.isMounted = true;
        }),
      renew: () =>
        this.later(() => {
          expect(this.isMounted).toBe(true);
          expect(this.living).toEqual([]);
        }),
      empty: () =>
        this.later(() => {
          expect(this.living).toEqual([]);
          this.isMounted = false;
        }),
      remove: () => undefined,
    },
    makeCgroup: () => undefined,
    start: () => {
      const jail = new FakeJail(this.generation);
      this.jails.push(jail);
      return jail;
    },
    nextGeneration: () => (this.generation += 1),
    tell: (event) => this.told.push(event),
  });

  get living(): FakeJail[] {
    return this.jails.filter((jail) => !jail.isGone);
  }

  /** Folder work takes as long as the interleaving says. */
  private later(act: () => void): Promise<void> {
    return new Promise((resolve, reject) =>
      this.steps.push(() => {
        try {
          act();
          resolve();
        } catch (error) {
          reject(error instanceof Error ? error : new Error(String(error)));
        }
      }),
    );
  }

  async settle(): Promise<void> {
    for (let i = 0; i < 8; i += 1) await Promise.resolve();
  }
}

const STOPS = ['kill', 'interrupt', 'niceness', 'release'] as const;
const action = fc.oneof(
  { weight: 1, arbitrary: fc.constant({ do: 'open' } as const) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('spawn' as const), back: fc.nat(2) }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('collect' as const), back: fc.nat(2) }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constantFrom(...STOPS), back: fc.nat(3) }) },
  { weight: 5, arbitrary: fc.constant({ do: 'step' } as const) },
  { weight: 2, arbitrary: fc.constant({ do: 'finish' } as const) },
);

describe('a slot', () => {
  it('answers what its state does not allow, and changes nothing', async () => {
    const world = new World();
    const opening = world.slot.open();
    await world.settle();
    world.steps.shift()?.();
    await opening;
    world.slot.release(1);
    world.slot.spawn(1, SPEC);
    world.slot.spawn(1, SPEC);
    await world.slot.open();
    expect(world.told.map(({ event }) => event)).toEqual(['opened', 'failed', 'failed', 'failed']);
    expect(world.living).toHaveLength(1);
  });
});

describe('a slot under random requests', () => {
  it('lets no request reach a jail of another generation, nor one that has ended', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(action, { maxLength: 60, size: 'max' }), async (actions) => {
        const world = new World();
        const { slot } = world;
        const rejected: unknown[] = [];
        const run = (work: Promise<void>) => void work.catch((error: unknown) => rejected.push(error));
        for (const one of actions) {
          const before = world.jails.map((jail) => jail.signs.length);
          const target = 'back' in one ? world.generation - one.back : 0;
          const reaches = world.living.find((jail) => jail.generation === target);
          if (one.do === 'open') run(slot.open());
          else if (one.do === 'spawn') slot.spawn(target, SPEC);
          else if (one.do === 'collect') run(slot.collect(target));
          else if (one.do === 'step') world.steps.shift()?.();
          else if (one.do === 'finish') world.living[0]?.finish();
          else if (one.do === 'niceness') slot.setNiceness(target, 5);
          else slot[one.do](target);
          world.jails.forEach((jail, i) => {
            const isReached = jail.signs.length > (before[i] ?? 0);
            if (isReached) expect([one.do, jail === reaches]).toEqual([one.do, true]);
          });
          expect(world.living.length).toBeLessThanOrEqual(1);
          await world.settle();
        }
        expect(rejected).toEqual([]);
        const exits = world.told.filter((event) => event.event === 'exited').map((event) => event.generation);
        expect(exits).toEqual(world.jails.filter((jail) => jail.isGone).map((jail) => jail.generation));
      }),
      { numRuns: 500 },
    );
  });

  it('is closed at any moment with nothing left', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(action, { maxLength: 20, size: 'max' }), async (actions) => {
        const world = new World();
        const { slot } = world;
        for (const one of actions) {
          if (one.do === 'open') void slot.open();
          else if (one.do === 'spawn') slot.spawn(world.generation, SPEC);
          else if (one.do === 'collect') void slot.collect(world.generation);
          else if (one.do === 'step') world.steps.shift()?.();
          await world.settle();
        }
        let isClosed = false;
        void slot.close().then(() => (isClosed = true));
        for (let i = 0; i < 20 && !isClosed; i += 1) {
          world.steps.shift()?.();
          await world.settle();
        }
        expect([isClosed, world.isMounted, world.living]).toEqual([true, false, []]);
        slot.spawn(world.generation, SPEC);
        expect(world.living).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });
});
