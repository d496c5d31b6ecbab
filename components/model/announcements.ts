import { formatDuration } from '@/components/lib/format';
import type { Report, Saving } from './state';

/** What is said to those who do not see the screen: short, and with the number that matters. */

/** Why nothing is rendered as one types though it is switched on. */
export const LIVE_RESTS = 'The server is busy: live rendering rests until there is room. Run still works.';
export const LIVE_RESTS_SHORT = 'Server busy, live rests';

export const SAVING_TEXT: Readonly<Record<Saving, string>> = {
  saved: 'Saved in this browser',
  unsaved: 'Saving',
  small: 'Saved in this browser, which refuses its large store: data files of many formatBytes may not fit.',
  full: 'Not saved: this browser has no room left. Download the code to keep it.',
  refused: 'Not saved: this browser lets pages keep nothing. Download the code to keep it.',
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
  return isPictureOld ? `${what}. The picture is the last good one.` : what;
}

export function countProblems(count: number): string {
  return count === 1 ? '1 problem' : `${count} problems`;
}
