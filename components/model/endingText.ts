import { SERVER_ERROR, SERVER_OVERLOADED, SERVER_SHUTTING_DOWN } from '@/core/submission/texts';
import { recognise } from '@/core/explanations';
import { DEFAULT_LEVEL_SECONDS } from '@/core/limits';
import type { Ending } from '@/client/exchange';
import { formatBytes } from '@/components/lib/format';
import { translatorOf } from '@/components/lib/translator';
import { serverText } from './problemText';

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

/** As the protocol says that nothing was drawn. */
export const NO_IMAGE = 'No image output';

/** A program that wrote something and drew nothing did what it was asked for. */
export function onlyText(): EndingText {
  return { kind: 'success', title: translatorOf('model')('ending.onlyText') };
}

export function stoppedText(): EndingText {
  return { kind: 'stopped', title: translatorOf('model')('ending.stopped') };
}

export function endingText(ending: Exclude<Ending, { kind: 'lost' }>): EndingText {
  switch (ending.kind) {
    case 'aborted':
      return stoppedText();
    case 'denied':
      return refusal(ending.error);
    case 'complete':
      return ending.error === undefined
        ? { kind: 'success', title: translatorOf('model')('ending.rendered') }
        : failed(ending.error);
  }
}

function failed(error: string): EndingText {
  const t = translatorOf('model');
  const [, limit, amount] =
    /^Execution aborted due to the (time|output|memory) limit \(([\d.]+)(?:s|B)\)$/.exec(error) ?? [];
  if (limit === 'time') return timeLimit(Number(amount));
  if (limit === 'output' || limit === 'memory') {
    const size = formatBytes(Number(amount));
    return { kind: 'failed', title: t(`ending.${limit}Limit`, { size }), advice: t(`ending.${limit}LimitAdvice`) };
  }
  switch (error) {
    case 'Execution failed':
      return { kind: 'failed', title: t('ending.failed') };
    case NO_IMAGE:
      return withAdvice('noImage');
    case 'Execution aborted to free resources':
      return withAdvice('halted');
    default:
      return refusal(error);
  }
}

function timeLimit(seconds: number): EndingText {
  const t = translatorOf('model');
  const longerSeconds = DEFAULT_LEVEL_SECONDS.find((level) => level > seconds);
  return {
    kind: 'failed',
    title: t('ending.timeLimit', { seconds }),
    advice:
      longerSeconds === undefined
        ? t('ending.longestLimitAdvice')
        : t('ending.timeLimitAdvice', { seconds: DEFAULT_LEVEL_SECONDS.at(-1) ?? longerSeconds }),
    longerSeconds,
  };
}

function refusal(error: string): EndingText {
  const t = translatorOf('model');
  if (error === SERVER_ERROR) return withAdvice('serverError');
  if (error === SERVER_SHUTTING_DOWN) return withAdvice('restarting');
  if (error === SERVER_OVERLOADED) return withAdvice('queueFull');
  const { code, values } = recognise(error) ?? {};
  if (code === 'noBackend') return withAdvice('noBackend');
  if (code === 'longWait') {
    const [seconds, most] = [Number(values?.seconds), Number(values?.most)];
    return { ...withAdvice('queueFull'), advice: t('ending.queueWaitAdvice', { seconds, most }) };
  }
  return { kind: 'failed', title: t('ending.refused'), advice: serverText(error) };
}

function withAdvice(what: 'noImage' | 'halted' | 'serverError' | 'restarting' | 'noBackend' | 'queueFull'): EndingText {
  const t = translatorOf('model');
  return { kind: 'failed', title: t(`ending.${what}`), advice: t(`ending.${what}Advice`) };
}
