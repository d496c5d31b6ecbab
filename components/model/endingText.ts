import { SERVER_ERROR, SERVER_OVERLOADED, SERVER_SHUTTING_DOWN } from '@/core/submission/texts';
import { DEFAULT_LEVEL_SECONDS } from '@/core/limits';
import type { Ending } from '@/client/exchange';
import { formatBytes } from '@/components/lib/format';

/**
 * How a render ended, in words for the person: what happened, the number that was hit, and what to try. The exact texts
 * of the protocol (docs/asyonline.md, 19, 20 and 24) are recognised; any other refusal is shown as it came.
 */

export interface EndingText {
  readonly kind: 'success' | 'stopped' | 'failed';
  /** A short sentence without a full stop. */
  readonly title: string;
  readonly advice?: string;
  /** The person can render longer, up to this many seconds. */
  readonly longerSeconds?: number;
}

export const STOPPED: EndingText = { kind: 'stopped', title: 'Stopped' };

export function endingText(ending: Exclude<Ending, { kind: 'lost' }>): EndingText {
  switch (ending.kind) {
    case 'aborted':
      return STOPPED;
    case 'denied':
      return refusal(ending.error);
    case 'complete':
      return ending.error === undefined ? { kind: 'success', title: 'Rendered' } : failed(ending.error);
  }
}

function failed(error: string): EndingText {
  const [, limit, amount] =
    /^Execution aborted due to the (time|output|memory) limit \(([\d.]+)(?:s|B)\)$/.exec(error) ?? [];
  if (limit === 'time') return timeLimit(Number(amount));
  if (limit === 'output') {
    return {
      kind: 'failed',
      title: `Stopped at the output limit of ${formatBytes(Number(amount))}`,
      advice: 'The program printed too much. Is there a write() in a long loop?',
    };
  }
  if (limit === 'memory') {
    return {
      kind: 'failed',
      title: `Stopped at the memory limit of ${formatBytes(Number(amount))}`,
      advice: 'Check for arrays or paths that keep growing, or use fewer samples.',
    };
  }
  switch (error) {
    case 'Execution failed':
      return { kind: 'failed', title: 'The program has an error' };
    case 'No image output':
      return {
        kind: 'failed',
        title: 'Nothing was drawn',
        advice: 'Add a command such as draw(unitcircle). Text from write() appears in Output.',
      };
    case 'Execution aborted to free resources':
      return {
        kind: 'failed',
        title: 'Stopped: server busy',
        advice: 'Try again in a moment, or choose a shorter time limit.',
      };
    default:
      return refusal(error);
  }
}

function timeLimit(seconds: number): EndingText {
  const longerSeconds = DEFAULT_LEVEL_SECONDS.find((level) => level > seconds);
  return {
    kind: 'failed',
    title: `Stopped at the time limit of ${seconds} s`,
    advice:
      longerSeconds === undefined
        ? 'Infinite loop? If not, use fewer samples: this is the longest time limit.'
        : `Infinite loop? If not, choose a longer time limit, up to ${DEFAULT_LEVEL_SECONDS.at(-1)} s.`,
    longerSeconds,
  };
}

function refusal(error: string): EndingText {
  if (error === SERVER_ERROR) {
    return {
      kind: 'failed',
      title: 'Server error',
      advice: 'This isn’t caused by your code. Try again; if it keeps happening, contact the operator.',
    };
  }
  if (error === SERVER_SHUTTING_DOWN) {
    return {
      kind: 'failed',
      title: 'The server is restarting',
      advice: 'Your code is saved in this browser. Try again in a few seconds.',
    };
  }
  if (error.startsWith(SERVER_OVERLOADED)) {
    const rest = error.slice(SERVER_OVERLOADED.length).replace(/^: /, '');
    return {
      kind: 'failed',
      title: 'The queue is full',
      advice: rest === '' ? 'Try again in a moment.' : rest.charAt(0).toUpperCase() + rest.slice(1),
    };
  }
  if (error.startsWith('No backend is connected')) {
    return {
      kind: 'failed',
      title: 'No backend connected',
      advice: 'Rendering resumes when one connects. Your code is saved in this browser.',
    };
  }
  return { kind: 'failed', title: 'Request refused', advice: error };
}
