import { describe, expect, it } from 'vitest';
import { shellText } from './shellText';

describe('the end of a shell', () => {
  it.each([
    [{ kind: 'complete' } as const, 'Shell ended.'],
    [{ kind: 'lost', code: 1006 } as const, 'Connection to the shell lost.'],
    [{ kind: 'denied', error: 'Server is overloaded' } as const, 'All shells are in use. Try again in a moment.'],
    [
      { kind: 'complete', error: 'Execution aborted to free resources' } as const,
      'Shell stopped: server busy. Your commands aren’t lost.',
    ],
    [
      { kind: 'complete', error: 'Execution aborted due to the idle limit (600.0s)' } as const,
      'Shell ended after 10 idle minutes.',
    ],
  ])('%j is told as %j', (ending, words) => {
    expect(shellText(ending)).toBe(words);
  });

  it('has words for limits of renders, too', () => {
    expect(shellText({ kind: 'complete', error: 'Execution aborted due to the memory limit (1024B)' })).toContain(
      'memory limit of 1 KiB',
    );
  });
});
