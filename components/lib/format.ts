import type { Locale } from '@/core/locale';
import { localeInForce } from './translator';

/** Numbers, sizes and times as the pages write them, in the language of the page. */

/** In the place of what is not known. */
const UNKNOWN = '–';

type Unit = 's' | 'B' | 'KiB' | 'MiB' | 'GiB';
const ENGLISH: Readonly<Record<Unit, string>> = { s: 's', B: 'B', KiB: 'KiB', MiB: 'MiB', GiB: 'GiB' };
const UNITS: Readonly<Record<Locale, Readonly<Record<Unit, string>>>> = {
  en: ENGLISH,
  ru: { s: 'с', B: 'Б', KiB: 'КиБ', MiB: 'МиБ', GiB: 'ГиБ' },
  zh: { ...ENGLISH, s: '秒' },
  fr: { ...ENGLISH, B: 'o', KiB: 'Kio', MiB: 'Mio', GiB: 'Gio' },
};

/** Of `digits` decimals; `max` of them at most, where trailing zeros say nothing. */
function measure(amount: number, unit: Unit, locale: Locale, digits: number, max = digits): string {
  const number = amount.toLocaleString(locale, {
    minimumFractionDigits: digits,
    maximumFractionDigits: max,
    useGrouping: false,
  });
  return `${number} ${UNITS[locale][unit]}`;
}

/** Tenths of a second up to ten, then whole ones. */
export function formatDuration(milliseconds: number, locale = localeInForce()): string {
  const seconds = milliseconds / 1000;
  return measure(seconds, 's', locale, seconds < 0.1 ? 2 : seconds < 10 ? 1 : 0);
}

/** In the largest unit that leaves a whole number or one decimal. */
export function formatBytes(bytes: number | undefined, locale = localeInForce()): string {
  if (bytes === undefined) return UNKNOWN;
  const units = ['B', 'KiB', 'MiB', 'GiB'] as const;
  const step = Math.max(0, Math.min(units.length - 1, Math.floor(Math.log2(bytes) / 10)));
  return measure(bytes / 1024 ** step, units[step] ?? 'B', locale, 0, 1);
}

/** Long ids are told apart by their beginning. */
export function short(id: string): string {
  return id.length > 14 ? id.slice(0, 8) : id;
}
