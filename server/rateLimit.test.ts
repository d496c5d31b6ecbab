import { describe, expect, it } from 'vitest';
import { RATE_LIMITS } from '@/core/limits';
import { RateLimit } from './rateLimit';

describe('rate limit', () => {
  it('lets an address in up to the limit, then says when to come again', async () => {
    const limit = new RateLimit();
    for (let i = 0; i < RATE_LIMITS.socketsPerWindow; i += 1) expect(await limit.socket('1.2.3.4')).toBeUndefined();
    expect(await limit.socket('1.2.3.4')).toBeGreaterThanOrEqual(1);
    expect(await limit.socket('5.6.7.8')).toBeUndefined();
    expect(await limit.request('1.2.3.4')).toBeUndefined();
  });
});
