import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { JAIL_LIMITS } from '@/core/limits';
import { CpuShare } from './cpuShare';

const { cpuShareCores, cpuBurstMs } = JAIL_LIMITS;
const LOOK_MS = 50;

/** What is answered at each look while so many processors are used. */
function looks(share: CpuShare, from: { atMs: number; usedMs: number }, cores: number, count: number) {
  return Array.from({ length: count }, (_, i) => {
    const passed = (i + 1) * LOOK_MS;
    return share.update(from.atMs + passed, from.usedMs + passed * cores);
  });
}

describe('a share of the processors', () => {
  it('is never exceeded by one who uses no more than it, whatever the rhythm', () => {
    const rhythm = fc.array(fc.record({ passed: fc.nat(1000), part: fc.double({ min: 0, max: 1, noNaN: true }) }));
    fc.assert(
      fc.property(rhythm, (steps) => {
        const share = new CpuShare();
        let atMs = 0;
        let usedMs = 0;
        share.update(atMs, usedMs);
        return steps.every(({ passed, part }) => {
          atMs += passed;
          usedMs += passed * part * cpuShareCores;
          return !share.update(atMs, usedMs);
        });
      }),
    );
  });

  it('is exceeded soon by one who uses twice as much, however long it waited before', () => {
    const share = new CpuShare();
    share.update(0, 0);
    share.update(600_000, 10);
    const seen = looks(share, { atMs: 600_000, usedMs: 10 }, 2 * cpuShareCores, 20);
    expect(seen[0]).toBe(false);
    expect(seen.indexOf(true)).toBeLessThanOrEqual(cpuBurstMs / cpuShareCores / LOOK_MS);
  });

  it('stays exceeded while everything of it is used, and is whole again after a rest', () => {
    const share = new CpuShare();
    share.update(0, 0);
    looks(share, { atMs: 0, usedMs: 0 }, 64, 40);
    const later = { atMs: 40 * LOOK_MS, usedMs: 64 * 40 * LOOK_MS };
    expect(looks(share, later, cpuShareCores, 20)).not.toContain(false);
    const rested = { atMs: later.atMs + 20 * LOOK_MS, usedMs: later.usedMs + 20 * LOOK_MS };
    expect(looks(share, rested, 0, 20).at(-1)).toBe(false);
  });
});
