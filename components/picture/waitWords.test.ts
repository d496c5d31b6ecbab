import { describe, expect, it } from 'vitest';
import { waitWords } from './waitWords';

const RUN = { phase: 'queued', revision: 1, askedAt: 0, heardAt: 1000, estimateSeconds: 4, position: 3 } as const;
const LOAD = { backends: 2, busy: 2, tasks: 5 };

describe('the words about a wait', () => {
  it('tell reason, place and time, and count down', () => {
    expect(waitWords(RUN, LOAD, 1000)).toBe('All 2 render places are busy, 3rd in line, about 4 s');
    expect(waitWords(RUN, LOAD, 3500)).toBe('All 2 render places are busy, 3rd in line, about 2 s');
    expect(waitWords({ ...RUN, position: 1 }, LOAD, 9000)).toBe(
      'All 2 render places are busy, next in line, any moment now',
    );
  });

  it('tell the longest wait where it differs', () => {
    expect(waitWords({ ...RUN, upperSeconds: 9 }, LOAD, 1000)).toMatch(/about 4 s, at most 9 s$/);
    expect(waitWords({ ...RUN, upperSeconds: 5 }, LOAD, 1000)).toMatch(/about 4 s$/);
  });

  it('say no more than is known', () => {
    expect(waitWords({ ...RUN, position: undefined }, undefined, 1000)).toBe('Waiting for a free place, about 4 s');
  });
});
