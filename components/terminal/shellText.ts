import type { WarningReason } from '@/core/taskEvent';
import { SERVER_OVERLOADED } from '@/core/submission/texts';
import type { Ending } from '@/client/exchange';
import { endingText } from '@/components/model/endingText';

/** Before it has to end. */
export const WARNINGS: Readonly<Record<WarningReason, string>> = {
  busy: 'Server busy: this shell may be stopped. Your commands won’t be lost.',
  draining: 'This shell’s server is shutting down soon. Your commands won’t be lost.',
};

/** How a shell ended, in words for the person (docs/asyonline.md, 24). */
export function shellText(ending: Ending): string {
  switch (ending.kind) {
    case 'lost':
      return 'Connection to the shell lost.';
    case 'aborted':
      return 'Shell ended.';
    case 'denied':
      return ending.error === SERVER_OVERLOADED ? 'All shells are in use. Try again in a moment.' : titleOf(ending);
    case 'complete':
      return completeNames(ending);
  }
}

function completeNames(ending: Extract<Ending, { kind: 'complete' }>): string {
  if (ending.error === undefined) return 'Shell ended.';
  if (ending.error === 'Execution aborted to free resources') {
    return 'Shell stopped: server busy. Your commands aren’t lost.';
  }
  const [, minutes] = /^Execution aborted due to the idle limit \(([\d.]+)s\)$/.exec(ending.error) ?? [];
  if (minutes !== undefined) return `Shell ended after ${Math.round(Number(minutes) / 60)} idle minutes.`;
  return titleOf(ending);
}

function titleOf(ending: Exclude<Ending, { kind: 'lost' }>): string {
  const { title, advice } = endingText(ending);
  return advice === undefined ? `${title}.` : `${title}. ${advice}`;
}
