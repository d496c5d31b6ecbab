import { describe, expect, it } from 'vitest';
import { ratioOf, suffer } from '@/bench/hostile';

/**
 * A small part of `npm run bench -- --only=hostile`: what one client does for a few seconds, and what another suffers
 * from it. The machine is shared, and whatever else runs makes a round worse, never better: the best of a few counts. What
 * must never happen is looked at in each.
 */

const SECONDS = 2;
const ROUNDS = 3;
const MOST_TIMES = 8;
/** Each round has a product of its own. */
const DEADLINE_MS = ROUNDS * 60_000;
const MIB = 2 ** 20;

describe('one hostile client', () => {
  it.each([
    ['endless programs', 100],
    ['reconnections', 150],
  ])(
    'does little to others by %s',
    async (kind, mebibytes) => {
      let least = Infinity;
      for (let round = 0; round < ROUNDS && least >= MOST_TIMES; round += 1) {
        const suffered = await suffer(kind, SECONDS);
        expect(suffered.acts).toBeGreaterThan(20);
        expect(suffered.failed).toBe(0);
        for (const role of ['front', 'worker', 'redis'] as const)
          expect(suffered.most[role]).toBeLessThan(2 * suffered.rest[role] + mebibytes * MIB);
        least = Math.min(least, ratioOf(suffered));
      }
      expect(least).toBeLessThan(MOST_TIMES);
    },
    DEADLINE_MS,
  );
});
