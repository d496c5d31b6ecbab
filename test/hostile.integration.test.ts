import { describe, expect, it } from 'vitest';
import { ratioOf, suffer } from '@/bench/hostile';

/**
 * A small part of `npm run bench -- --only=hostile`: what one client does for a few seconds, and what another suffers
 * from it. The factors are generous, since the tests share the machine; the bench has the true ones.
 */

const SECONDS = 2;
const MOST_TIMES = 12;
const MIB = 2 ** 20;

describe('one hostile client', () => {
  it.each([
    ['pages', 100],
    ['frames that do not end', 200],
    ['reconnections', 150],
  ])('does little to others by %s', async (kind, mebibytes) => {
    const suffered = await suffer(kind, SECONDS);
    expect(suffered.acts).toBeGreaterThan(20);
    expect(suffered.failed).toBe(0);
    expect(suffered.during.length).toBeGreaterThan(0);
    expect(ratioOf(suffered)).toBeLessThan(MOST_TIMES);
    for (const role of ['front', 'worker', 'redis'] as const)
      expect(suffered.most[role]).toBeLessThan(2 * suffered.rest[role] + mebibytes * MIB);
  });
});
