import { describe, expect, it } from 'vitest';
import type { ActAnswer } from '@/core/admin/actions';
import { inBatches } from './inBatches';

const ITEMS = Array.from({ length: 2500 }, (_, index) => index);

describe('an action on many', () => {
  it('reaches all of them', async () => {
    const seen: number[] = [];
    const sizes: number[] = [];
    const done = await inBatches(ITEMS, 1000, async (batch): Promise<ActAnswer> => {
      sizes.push(batch.length);
      seen.push(...batch);
      return { ok: true };
    });
    expect(done).toEqual({ count: 2500 });
    expect(sizes).toEqual([1000, 1000, 500]);
    expect(seen).toEqual(ITEMS);
  });

  it('says how far it came when it is refused', async () => {
    const done = await inBatches(ITEMS, 1000, async ([first]): Promise<ActAnswer> =>
      first === 0 ? { ok: true } : { ok: false, error: 'no' },
    );
    expect(done).toEqual({ count: 1000, error: 'no' });
  });
});
