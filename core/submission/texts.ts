import type { Outcome } from '@/core/outcome';

/** The exact words of `complete` and `deny` that clients compare with (docs/asyonline.md, 12, 19, 20 and 24). */

export const RESTORE_NOT_ENABLED = "'restore' not enabled";
export const SERVER_OVERLOADED = 'Server is overloaded';
export const SERVER_ERROR = 'Server error';
export const SERVER_SHUTTING_DOWN = 'Server is shutting down';

/** One decimal when that is exact ("3.0"), else the shortest form that reads back as the same number ("2.25"). */
export function formatSeconds(seconds: number): string {
  const oneDecimal = seconds.toFixed(1);
  return Number(oneDecimal) === seconds ? oneDecimal : String(seconds);
}

/** The `error` of `complete`; undefined on success. */
export function outcomeText(outcome: Outcome): string | undefined {
  switch (outcome.kind) {
    case 'success':
      return undefined;
    case 'time-limit':
      return `Execution aborted due to the time limit (${formatSeconds(outcome.durationSeconds)}s)`;
    case 'output-limit':
      return `Execution aborted due to the output limit (${outcome.maxOutputBytes}B)`;
    case 'memory-limit':
      return `Execution aborted due to the memory limit (${outcome.maxMemoryBytes}B)`;
    case 'failed':
      return 'Execution failed';
    case 'no-image':
      return 'No image output';
    case 'idle-limit':
      return `Execution aborted due to the idle limit (${formatSeconds(outcome.idleSeconds)}s)`;
    case 'halted':
      return 'Execution aborted to free resources';
    case 'aborted':
      return 'Execution aborted';
    case 'shutting-down':
      return SERVER_SHUTTING_DOWN;
    case 'server-error':
      return SERVER_ERROR;
  }
}
