import type { PlaygroundState } from './state';
import { formatDuration } from '@/components/lib/format';
import { secondsLeft } from './countdown';

/** What the Run button says. One control for everything that can be done about the render now. */

export interface RunLabel {
  readonly tone: 'ready' | 'queued' | 'rendering' | 'stopped' | 'failed';
  readonly word: string;
  /** Beside the word, smaller; the number that matters. */
  readonly detail: string;
  /** What a click does. */
  readonly does: 'run' | 'stop';
}

/** Shorter renders come and go without a word: a button that flickers with every key would be worse than none. */
export const SILENT_MS = 300;
/** From then on a render is told in words, and what the one before has left is told no more. */
export const WORDS_MS = 1000;

type Shown = Pick<PlaygroundState, 'run' | 'report' | 'revision'>;

export function runLabel({ run, report, revision }: Shown, now: number, keys: string): RunLabel {
  if (run.phase !== 'idle' && now - run.askedAt >= SILENT_MS) {
    if (run.phase !== 'queued') {
      const since = run.phase === 'rendering' ? run.startedAt : run.askedAt;
      // The clock of the screen ticks, and may show a moment before the start.
      const detail = formatDuration(Math.max(0, now - since));
      return { tone: 'rendering', word: 'Rendering', detail, does: 'stop' };
    }
    const place = run.position === undefined || run.isRough ? '' : `${ordinal(run.position)}, `;
    const detail = `${place}~${Math.ceil(secondsLeft(run.wait, now))} s`;
    return { tone: 'queued', word: 'Queued', detail, does: 'stop' };
  }
  const isOfThisCode = report?.revision === revision;
  if (isOfThisCode && report.words.kind === 'stopped') {
    return { tone: 'stopped', word: 'Stopped', detail: 'run again', does: 'run' };
  }
  if (isOfThisCode && report.words.kind === 'failed') {
    return { tone: 'failed', word: 'Failed', detail: 'retry', does: 'run' };
  }
  return { tone: 'ready', word: 'Run', detail: keys, does: 'run' };
}

export function ordinal(place: number): string {
  const teen = place % 100 >= 11 && place % 100 <= 13;
  const suffix = teen ? 'th' : (['th', 'st', 'nd', 'rd'][place % 10] ?? 'th');
  return `${place}${suffix}`;
}
