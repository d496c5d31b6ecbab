import { describe, expect, it } from 'vitest';
import { inPairs } from './inPairs';

describe('work in pairs', () => {
  it('has two under way at a time and keeps their order', async () => {
    const ends: (() => void)[] = [];
    const noted: number[] = [];
    const work = (one: number) => new Promise<string>((resolve) => ends.push(() => resolve(`${one}`)));
    const all = inPairs([1, 2, 3], work, (done) => noted.push(done));
    expect(ends).toHaveLength(2);
    ends[1]?.();
    await expect.poll(() => ends.length).toBe(3);
    ends[2]?.();
    ends[0]?.();
    expect(await all).toEqual({ done: ['1', '2', '3'] });
    expect(noted).toEqual([1, 2, 3]);
  });

  it('begins no other after one that came to nothing', async () => {
    const begun: number[] = [];
    const work = (one: number) => {
      begun.push(one);
      return Promise.resolve(one === 2 ? undefined : one);
    };
    expect(await inPairs([1, 2, 3, 4, 5, 6], work, () => undefined)).toEqual({ failed: 2 });
    expect(begun).not.toContain(6);
  });
});
