import { describe, expect, it } from 'vitest';
import { countDown } from '@/components/model/countdown';
import { translatorOf } from '@/components/lib/translator';
import { waitText as textOf } from './waitText';

const queued = { phase: 'queued', revision: 1, askedAt: 0, position: 3, isRough: false } as const;
const RUN = { ...queued, wait: countDown(undefined, 4, 1000) };
const longest = (seconds: number) => countDown(undefined, seconds, 1000);
const LOAD = { backends: 2, busy: 2, tasks: 5 };

const waitText = (run: Parameters<typeof textOf>[0], load: Parameters<typeof textOf>[1], now: number) =>
  textOf(run, load, now, translatorOf('picture'));

describe('the words about a wait', () => {
  it('say why the seconds went up', () => {
    expect(waitText({ ...RUN, rose: 'backends' }, LOAD, 1000)).toMatch(/about 4 s\. Longer .* a backend left\.$/);
    expect(waitText({ ...RUN, rose: 'slower' }, LOAD, 1000)).toContain('those ahead need more time');
  });

  it('tell reason, place and time, and count down', () => {
    expect(waitText(RUN, LOAD, 1000)).toBe('Both backends are busy, 3rd in the queue, about 4 s');
    expect(waitText(RUN, LOAD, 3500)).toBe('Both backends are busy, 3rd in the queue, about 2 s');
    expect(waitText({ ...RUN, position: 1 }, LOAD, 9000)).toBe(
      'Both backends are busy, next in the queue, any moment now',
    );
  });

  it('tell the range it is in, in whole seconds, until nothing is left of it', () => {
    const run = { ...RUN, soonest: longest(2.7), longest: longest(8.2) };
    expect(waitText(run, LOAD, 1000)).toMatch(/in the queue, about 2 to 9 s$/);
    expect(waitText(run, LOAD, 4000)).toMatch(/in the queue, up to 6 s$/);
    expect(waitText(run, LOAD, 12_000)).toMatch(/any moment now$/);
    expect(waitText({ ...RUN, soonest: longest(4), longest: longest(4) }, LOAD, 1000)).toMatch(/about 4 s$/);
  });

  it('tell that a lane comes before the line', () => {
    const rough = { ...RUN, isRough: true, longest: longest(9) };
    expect(waitText(rough, LOAD, 1000)).toBe('Your share of the queue is full, 3rd to join it, roughly 4 s');
    expect(waitText({ ...rough, position: 1 }, LOAD, 9000)).toBe('Your share of the queue is full, next to join it');
  });

  it('say no more than is known', () => {
    expect(waitText({ ...RUN, position: undefined }, undefined, 1000)).toBe('Waiting for a free backend, about 4 s');
  });
});
