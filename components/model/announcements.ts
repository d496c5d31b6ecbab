import { formatDuration } from '@/components/lib/format';
import { translatorOf } from '@/components/lib/translator';
import type { Report } from './slices/runSlice';
import type { Saving } from './slices/draftSlice';

/** What is said to those who do not see the screen: short, and with the number that matters. */

/** Why nothing is rendered as one types though it is switched on. */
export function liveRests(): string {
  return translatorOf('model')('live.paused');
}

export function savingText(saving: Saving): string {
  return translatorOf('model')(`saving.${saving}`);
}

export function queueAnnouncement(estimateSeconds: number): string {
  return translatorOf('model')('announce.queued', { seconds: Math.max(1, Math.round(estimateSeconds)) });
}

export function endingAnnouncement({ words, problems: { length }, timings }: Report, isPictureOld: boolean): string {
  const t = translatorOf('model');
  if (words.kind === 'success') {
    const time = formatDuration(timings?.endedMs ?? 0);
    if (length === 0) return t('announce.rendered', { time });
    return t('announce.renderedWithProblems', { time, problems: countProblems(length) });
  }
  const what = length === 0 ? words.title : countProblems(length);
  return isPictureOld ? t('announce.oldPicture', { what }) : what;
}

export function countProblems(count: number): string {
  return translatorOf('model')('problems', { count });
}
