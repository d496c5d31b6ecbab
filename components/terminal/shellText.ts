import { SERVER_OVERLOADED } from '@/core/submission/texts';
import type { Ending } from '@/client/exchange';
import { translatorOf } from '@/components/lib/translator';
import { endingText } from '@/components/model/endingText';

/** How a shell ended, in words for the person (docs/asyonline.md, 24). */
export function shellText(ending: Ending): string {
  const t = translatorOf('terminal');
  switch (ending.kind) {
    case 'lost':
      return t('ended.lost');
    case 'aborted':
      return t('ended.normal');
    case 'denied':
      return ending.error === SERVER_OVERLOADED ? t('ended.allInUse') : titleOf(ending);
    case 'complete':
      return completeText(ending);
  }
}

function completeText(ending: Extract<Ending, { kind: 'complete' }>): string {
  const t = translatorOf('terminal');
  if (ending.error === undefined) return t('ended.normal');
  if (ending.error === 'Execution aborted to free resources') return t('ended.halted');
  const [, idle] = /^Execution aborted due to the idle limit \(([\d.]+)s\)$/.exec(ending.error) ?? [];
  if (idle !== undefined) return t('ended.idle', { minutes: Math.round(Number(idle) / 60) });
  return titleOf(ending);
}

function titleOf(ending: Exclude<Ending, { kind: 'lost' }>): string {
  const t = translatorOf('terminal');
  const { title, advice } = endingText(ending);
  return advice === undefined ? t('ended.limit', { title }) : t('ended.limitAndAdvice', { title, advice });
}
