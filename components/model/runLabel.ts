import type { PlaygroundState } from './state';
import type { Locale } from '@/core/locale';
import { formatDuration } from '@/components/lib/format';
import type { Translator } from '@/components/lib/translator';
import { secondsLeft } from './countdown';

/** What the Run button says. One control for everything that can be done about the render now. */

interface RunLabel {
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

interface Shown extends Pick<PlaygroundState, 'run' | 'report' | 'revision'> {
  /** Somebody types, so the word stays as it is. */
  readonly isCalm: boolean;
}

/** The language of the page. */
interface Language {
  readonly locale: Locale;
  readonly t: Translator<'model'>;
}

export function runLabel(
  { run, report, revision, isCalm }: Shown,
  now: number,
  keys: string,
  { locale, t }: Language,
): RunLabel {
  const ready: RunLabel = { tone: 'ready', word: t('run.run'), detail: keys, does: 'run' };
  if (isCalm) return ready;
  if (run.phase !== 'idle' && now - run.askedAt >= SILENT_MS) {
    if (run.phase !== 'queued') {
      const since = run.phase === 'rendering' ? run.startedAt : run.askedAt;
      // The clock of the screen ticks, and may show a moment before the start.
      const detail = formatDuration(Math.max(0, now - since), locale);
      return { tone: 'rendering', word: t('run.rendering'), detail, does: 'stop' };
    }
    // Whoever still waits does not wait for no time.
    const seconds = Math.max(1, Math.ceil(secondsLeft(run.wait, now)));
    const detail =
      run.position === undefined || run.isRough
        ? t('run.wait', { seconds })
        : t('run.placeAndWait', { place: run.position, seconds });
    return { tone: 'queued', word: t('run.queued'), detail, does: 'stop' };
  }
  const isOfThisCode = report?.revision === revision;
  if (isOfThisCode && report.words.kind === 'stopped') {
    return { tone: 'stopped', word: t('run.stopped'), detail: t('run.again'), does: 'run' };
  }
  if (isOfThisCode && report.words.kind === 'failed') {
    return { tone: 'failed', word: t('run.failed'), detail: t('run.retry'), does: 'run' };
  }
  return ready;
}
