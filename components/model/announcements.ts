import { formatDuration } from '@/components/lib/format';
import type { Report, Saving } from './state';

/** What is said to those who do not see the screen: short, and with the number that matters. */

/** Why nothing is rendered as one types though it is switched on. */
export const LIVE_RESTS = 'Live preview paused: server busy. Run still works.';
export const LIVE_RESTS_SHORT = 'Live preview paused';

export const SAVING_TEXT: Readonly<Record<Saving, string>> = {
  saved: 'Saved in this browser',
  unsaved: 'Saving…',
  small: 'Saved in this browser with limited space: large data files may not fit.',
  full: 'Not saved: browser storage is full. Download your code to keep it.',
  refused: 'Not saved: this browser blocks storage. Download your code to keep it.',
};

export function queueAnnouncement(estimateSeconds: number): string {
  const seconds = Math.max(1, Math.round(estimateSeconds));
  return `Queued, about ${seconds} ${seconds === 1 ? 'second' : 'seconds'}`;
}

export function endingAnnouncement({ words, problems, timings }: Report, isPictureOld: boolean): string {
  if (words.kind === 'success') {
    const warnings = problems.length === 0 ? '' : `, ${countProblems(problems.length)}`;
    return `Rendered in ${formatDuration(timings?.endedMs ?? 0)}${warnings}`;
  }
  const what = problems.length === 0 ? words.title : countProblems(problems.length);
  return isPictureOld ? `${what}. Showing the last good picture.` : what;
}

export function countProblems(count: number): string {
  return count === 1 ? '1 problem' : `${count} problems`;
}
