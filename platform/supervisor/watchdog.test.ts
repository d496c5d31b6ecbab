import { describe, expect, it } from 'vitest';
import { WATCHDOG_LIMITS } from '@/core/limits';
import { Watchdog } from './watchdog';

const STEP = WATCHDOG_LIMITS.heartbeatMs;
const TOO_LONG = WATCHDOG_LIMITS.standstillSeconds * 1000;

/** Looks from `from` on as often as it is to be, and tells when it found a standstill. */
function foundAt(watchdog: Watchdog, from: number, to: number): number | undefined {
  for (let now = from; now <= to; now += STEP) if (watchdog.standstillMs(now) !== undefined) return now;
  return undefined;
}

describe('a watchdog', () => {
  it('waits for the first heartbeat, however long that takes', () => {
    expect(foundAt(new Watchdog(), 0, 60_000)).toBeUndefined();
  });

  it('finds a silence that is too long, and no shorter one', () => {
    const watchdog = new Watchdog();
    watchdog.heard(0);
    expect(foundAt(watchdog, 0, TOO_LONG)).toBeUndefined();
    watchdog.heard(TOO_LONG);
    const found = foundAt(watchdog, TOO_LONG + STEP, 60_000) ?? 0;
    expect(found - TOO_LONG).toBeGreaterThan(TOO_LONG);
    expect(found - TOO_LONG).toBeLessThanOrEqual(TOO_LONG + STEP);
  });

  it('blames nobody when it stood still itself', () => {
    const watchdog = new Watchdog();
    watchdog.heard(0);
    expect(foundAt(watchdog, 0, 1000)).toBeUndefined();
    expect(foundAt(watchdog, 3_600_000, 3_600_000 + TOO_LONG)).toBeUndefined();
    expect(foundAt(watchdog, 3_600_000 + TOO_LONG + STEP, 3_700_000)).toBeDefined();
  });

  it('begins anew with another process', () => {
    const watchdog = new Watchdog();
    watchdog.heard(0);
    watchdog.reset();
    expect(foundAt(watchdog, 0, 60_000)).toBeUndefined();
  });
});
