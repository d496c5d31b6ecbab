import type { WarningReason } from '@/core/taskEvent';
import { SERVER_OVERLOADED } from '@/core/submission/texts';
import type { Ending } from '@/client/exchange';
import { endingText } from '@/components/problems/endingText';

/** Before it has to end. */
export const WARNINGS: Readonly<Record<WarningReason, string>> = {
  busy: 'The server is busy: this shell may be stopped to make room. Nothing you typed will be lost.',
  draining: 'The machine of this shell will be stopped soon. Nothing you typed will be lost.',
};

/** How a shell ended, in words for the person (docs/asyonline.md, 24). */
export function shellText(ending: Ending): string {
  switch (ending.kind) {
    case 'lost':
      return 'The connection to the shell broke.';
    case 'aborted':
      return 'The shell has ended.';
    case 'denied':
      return ending.error === SERVER_OVERLOADED
        ? 'All places for shells are taken. Try again in a moment.'
        : titleOf(ending);
    case 'complete':
      return completeWords(ending);
  }
}

function completeWords(ending: Extract<Ending, { kind: 'complete' }>): string {
  if (ending.error === undefined) return 'The shell has ended.';
  if (ending.error === 'Execution aborted to free resources') {
    return 'The server stopped this shell to make room for renders. Nothing you typed is lost.';
  }
  const [, minutes] = /^Execution aborted due to the idle limit \(([\d.]+)s\)$/.exec(ending.error) ?? [];
  if (minutes !== undefined) return `The shell ended after ${Math.round(Number(minutes) / 60)} minutes of silence.`;
  return titleOf(ending);
}

function titleOf(ending: Exclude<Ending, { kind: 'lost' }>): string {
  const { title, advice } = endingText(ending);
  return advice === undefined ? `${title}.` : `${title}. ${advice}`;
}
