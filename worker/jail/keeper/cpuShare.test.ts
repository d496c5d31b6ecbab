import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { JAIL_LIMITS } from '@/core/limits';
import { CpuShare, CpuShares } from './cpuShare';

const { cpuShareCores, cpuBurstMs, cpuRivalMs } = JAIL_LIMITS;
const LOOK_MS = 50;

/** Time as the test has it; `use` lets so many processors be used for so many looks. */
class World {
  readonly shares = new CpuShares();
  atMs = 0;

  use(looks: number, cores: Readonly<Record<string, number>>): void {
    for (let i = 0; i < looks; i += 1) {
      this.atMs += LOOK_MS;
      for (const [address, count] of Object.entries(cores)) this.shares.of(address).spend(this.atMs, count * LOOK_MS);
    }
  }

  isBehind(address: string): boolean {
    return this.shares.isBehind(this.shares.of(address), this.atMs);
  }
}

describe('a share of the processors', () => {
  it('is never exceeded by one who uses no more than it, whatever the rhythm', () => {
    const rhythm = fc.array(fc.record({ passed: fc.nat(1000), part: fc.double({ min: 0, max: 1, noNaN: true }) }));
    fc.assert(
      fc.property(rhythm, (steps) => {
        const share = new CpuShare();
        let atMs = 0;
        share.spend(atMs, 0);
        return steps.every(({ passed, part }) => {
          atMs += passed;
          share.spend(atMs, passed * part * cpuShareCores);
          return !share.isBehind([], atMs);
        });
      }),
    );
  });

  it('is exceeded soon by one who uses twice as much, however long it waited before', () => {
    const world = new World();
    world.use(1, { a: 0 });
    world.atMs += 600_000;
    world.use(1, { a: 2 * cpuShareCores });
    expect(world.isBehind('a')).toBe(false);
    world.use(cpuBurstMs / cpuShareCores / LOOK_MS, { a: 2 * cpuShareCores });
    expect(world.isBehind('a')).toBe(true);
  });

  it('is one for all jails of an address: short ones without end use it up as one does that does not end', () => {
    const world = new World();
    for (let i = 0; i < 20; i += 1) world.use(1, { a: i % 2 === 0 ? 2 : 1 });
    expect(world.isBehind('a')).toBe(true);
    world.use(1, { b: 1 });
    expect(world.isBehind('b')).toBe(false);
  });

  it('stays exceeded while everything of it is used, and is whole again after a rest', () => {
    const world = new World();
    world.use(40, { a: 1 });
    expect(world.isBehind('a')).toBe(true);
    world.use(100, { a: cpuShareCores });
    expect(world.isBehind('a')).toBe(true);
    world.atMs += 3000;
    expect(world.isBehind('a')).toBe(false);
  });

  it('is beyond its share, and still before those who have used more', () => {
    const world = new World();
    world.use(100, { much: 1.5, some: 0.8 });
    expect([world.isBehind('much'), world.isBehind('some')]).toEqual([true, false]);
    world.use(40, { much: 1.5, some: 0.8, newcomer: 0.1 });
    expect([world.isBehind('some'), world.isBehind('newcomer')]).toEqual([true, false]);
  });

  it('gives way to the service when those who were before it are gone', () => {
    const world = new World();
    world.use(100, { much: 1.5, some: 0.8 });
    world.use(cpuRivalMs / LOOK_MS + 1, { some: 0.8 });
    expect(world.isBehind('some')).toBe(true);
  });

  it('of an address that was not seen for long is forgotten', () => {
    const world = new World();
    world.use(100, { much: 1.5 });
    for (let i = 0; i < JAIL_LIMITS.maxCpuShares; i += 1) world.use(1, { [`address ${i}`]: 0.1 });
    expect(world.isBehind('much')).toBe(false);
  });
});
