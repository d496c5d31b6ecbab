import { useCallback } from 'react';
import { useTranslations } from 'use-intl';
import type { ReasonValues } from '@/core/admin/reason';
import type { Messages } from '@/messages';

type Group = keyof Messages['admin']['codes'];
type Codes = (group: Group, code: string, values?: ReasonValues, otherwise?: string) => string;

/**
 * What the server names by a code, in the language of the page. A server of another version may know codes that this
 * page does not: these are shown as they are, or as the server says them in English.
 */
export function useCodes(): Codes {
  const t = useTranslations('admin');
  return useCallback(
    (group, code, values, otherwise = code) => {
      const key = `codes.${group}.${code}` as Parameters<typeof t.has>[0];
      const say = t as (name: string, values?: ReasonValues) => string;
      return t.has(key) ? say(key, values) : otherwise;
    },
    [t],
  );
}
