import { describe, expect, it } from 'vitest';
import { outcomeText } from '@/core/submission/texts';
import { explained } from '@/core/explanations';
import type { Outcome } from '@/core/outcome';
import { endingText } from './endingText';

const OUTCOMES: Outcome[] = [
  { kind: 'time-limit', durationSeconds: 3 },
  { kind: 'output-limit', maxOutputBytes: 524288 },
  { kind: 'memory-limit', maxMemoryBytes: 1073741824 },
  { kind: 'failed' },
  { kind: 'no-image' },
  { kind: 'halted' },
  { kind: 'shutting-down' },
  { kind: 'server-error' },
];

function titleOf(outcome: Outcome): string {
  return endingText({ kind: 'complete', error: outcomeText(outcome) }).title;
}

// docs/asyonline.md, 19, 20 and 24
describe('the words of an ending', () => {
  it('tell every outcome from every other', () => {
    const titles = OUTCOMES.map(titleOf);
    expect(new Set(titles).size).toBe(OUTCOMES.length);
    expect(titles).not.toContain('Request refused');
  });

  it('name the number that was hit', () => {
    expect(titleOf({ kind: 'time-limit', durationSeconds: 2.25 })).toContain('2.25 s');
    expect(titleOf({ kind: 'output-limit', maxOutputBytes: 524288 })).toContain('512 KiB');
    expect(titleOf({ kind: 'memory-limit', maxMemoryBytes: 1073741824 })).toContain('1 GiB');
  });

  it('offer a longer time while there is one', () => {
    const offered = [3, 10, 30].map(
      (durationSeconds) =>
        endingText({ kind: 'complete', error: outcomeText({ kind: 'time-limit', durationSeconds }) }).longerSeconds,
    );
    expect(offered).toEqual([10, 30, undefined]);
  });

  it('are those of the server for a refusal nobody foresaw', () => {
    expect(endingText({ kind: 'denied', error: 'File name "a" must end in .asy.' })).toEqual({
      kind: 'failed',
      title: 'Request refused',
      advice: 'File name "a" must end in .asy.',
    });
  });

  it('explain a full queue', () => {
    expect(endingText({ kind: 'denied', error: 'Server is overloaded' }).title).toBe('The queue is full');
    expect(endingText({ kind: 'denied', error: explained('longWait', { seconds: 130, most: 60 }) }).advice).toBe(
      'The wait would be about 130 s, and at most 60 s are allowed. Try again later.',
    );
  });

  it('are short when all went well or the person stopped it', () => {
    expect(endingText({ kind: 'complete' })).toEqual({ kind: 'success', title: 'Rendered' });
    expect(endingText({ kind: 'aborted' }).kind).toBe('stopped');
  });
});
