import { useMemo } from 'react';
import { useTranslations } from 'use-intl';
import { TONES, type Tone } from './taskStyle';

/** A word for each tone, made once for all the tasks of a graph. */
export function useToneTexts(): Readonly<Record<Tone, string>> {
  const t = useTranslations('graphs');
  return useMemo(
    () => Object.fromEntries(TONES.map((tone) => [tone, t(`tones.${tone}`)])) as Record<Tone, string>,
    [t],
  );
}
