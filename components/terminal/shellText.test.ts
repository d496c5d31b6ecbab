import { describe, expect, it } from 'vitest';
import { shellText } from './shellText';

describe('the end of a shell', () => {
  it.each([
    [{ kind: 'complete' } as const, 'The shell has ended.'],
    [{ kind: 'lost', code: 1006 } as const, 'The connection to the shell broke.'],
    [
      { kind: 'denied', error: 'Server is overloaded' } as const,
      'All places for shells are taken. Try again in a moment.',
    ],
    [
      { kind: 'complete', error: 'Execution aborted to free resources' } as const,
      'The server stopped this shell to make room for renders. Nothing you typed is lost.',
    ],
    [
      { kind: 'complete', error: 'Execution aborted due to the idle limit (600.0s)' } as const,
      'The shell ended after 10 minutes of silence.',
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
