import { useMemo } from 'react';
import { useLocale, useTranslations } from 'use-intl';
import type { Locale } from '@/core/locale';
import { formatBytes } from '@/components/lib/format';

/** Numbers, sizes and times as the admin page writes them. */

/** In the place of what is not known. */
export const UNKNOWN = '–';

type Unit = 'milliseconds' | 'seconds' | 'minutes' | 'hours';
type Say = (key: `units.${Unit}`, values: { readonly value: string }) => string;
export type Format = ReturnType<typeof formatFor>;

const TIME = { hour: '2-digit', minute: '2-digit', second: '2-digit' } as const;

export function formatFor(locale: Locale, say: Say) {
  const whole = new Intl.NumberFormat(locale, { maximumFractionDigits: 0 });
  const tenths = new Intl.NumberFormat(locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
  const any = new Intl.NumberFormat(locale);
  const shares = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 0 });
  const times = new Intl.DateTimeFormat(locale, TIME);
  const dates = new Intl.DateTimeFormat(locale, { month: 'short', day: 'numeric', ...TIME });
  const lists = new Intl.ListFormat(locale);
  const unit = (name: Unit, value: string) => say(`units.${name}`, { value });
  return {
    number: (value: number) => any.format(value),
    /** Seconds, in the unit that suits them. */
    seconds: (value: number | undefined): string => {
      if (value === undefined || !Number.isFinite(value)) return UNKNOWN;
      if (value < 1) return unit('milliseconds', whole.format(value * 1000));
      if (value < 100) return unit('seconds', tenths.format(value));
      return value < 7200 ? unit('minutes', whole.format(value / 60)) : unit('hours', tenths.format(value / 3600));
    },
    milliseconds: (value: number) => unit('milliseconds', whole.format(value)),
    /** A limit, which is whole seconds as a rule. */
    limit: (value: number | undefined) => (value === undefined ? UNKNOWN : unit('seconds', any.format(value))),
    percent: (share: number | undefined) =>
      share === undefined || !Number.isFinite(share) ? UNKNOWN : shares.format(share),
    bytes: formatBytes,
    clock: (atMs: number | undefined) => (atMs === undefined ? UNKNOWN : times.format(atMs)),
    dateAndClock: (atMs: number | undefined) => (atMs === undefined ? UNKNOWN : dates.format(atMs)),
    list: (items: readonly string[]) => lists.format(items),
  };
}

export function useFormat(): Format {
  const locale = useLocale();
  const t = useTranslations('admin');
  return useMemo(() => formatFor(locale, t), [locale, t]);
}
