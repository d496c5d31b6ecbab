import { SERVER_ERROR, SERVER_OVERLOADED, SERVER_SHUTTING_DOWN } from '@/core/submission/texts';
import { DEFAULT_LEVEL_SECONDS } from '@/core/limits';
import type { Ending } from '@/client/exchange';

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
      advice: 'The program wrote too much text. Look for a write() inside a long loop.',
    };
  }
  if (limit === 'memory') {
    return {
      kind: 'failed',
      title: `Stopped at the memory limit of ${formatBytes(Number(amount))}`,
      advice: 'Look for arrays or paths that grow without end, or lower the number of samples.',
    };
  }
  switch (error) {
    case 'Execution failed':
      return { kind: 'failed', title: 'The program has an error' };
    case 'No image output':
      return {
        kind: 'failed',
        title: 'The program ran and drew nothing',
        advice: 'Draw something, for example draw(unitcircle); a program that only writes has its text under Output.',
      };
    case 'Execution aborted to free resources':
      return {
        kind: 'failed',
        title: 'Stopped to make room for others',
        advice: 'The server is busy. Run again in a moment, or choose a shorter time.',
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
        ? 'This is the longest time there is. Look for a loop without end, or lower the number of samples.'
        : `Choose a longer time, up to ${DEFAULT_LEVEL_SECONDS.at(-1)} s, or look for a loop without end.`,
    longerSeconds,
  };
}

function refusal(error: string): EndingText {
  if (error === SERVER_ERROR) {
    return {
      kind: 'failed',
      title: 'The server made a mistake',
      advice: 'This is not the fault of your program. Run it again; if it happens again, tell the operator.',
    };
  }
  if (error === SERVER_SHUTTING_DOWN) {
    return {
      kind: 'failed',
      title: 'The server is restarting',
      advice: 'Your code is safe in this browser. Run again in a few seconds.',
    };
  }
  if (error.startsWith(SERVER_OVERLOADED)) {
    const rest = error.slice(SERVER_OVERLOADED.length).replace(/^: /, '');
    return {
      kind: 'failed',
      title: 'The queue is full',
      advice: rest === '' ? 'Run again in a moment.' : rest.charAt(0).toUpperCase() + rest.slice(1),
    };
  }
  if (error.startsWith('No backend is connected')) {
    return {
      kind: 'failed',
      title: 'No render machine is connected',
      advice: 'Nothing can be rendered until one joins. Your code is safe in this browser.',
    };
  }
  return { kind: 'failed', title: 'The server refused this', advice: error };
}

/** In the largest unit that leaves a whole number or one decimal. */
export function formatBytes(bytes: number): string {
  const units = ['B', 'KiB', 'MiB', 'GiB'];
  let amount = bytes;
  let unit = 0;
  while (amount >= 1024 && unit < units.length - 1) {
    amount /= 1024;
    unit += 1;
  }
  return `${Number(amount.toFixed(1))} ${units[unit]}`;
}
