/** Which language a page speaks: the one its address asks for, or the one chosen before, or the browser's. */

export const LOCALES = ['en', 'ru', 'zh', 'fr'] as const;
export type Locale = (typeof LOCALES)[number];
export const DEFAULT_LOCALE: Locale = 'en';

/** Each in its own words. */
export const LOCALE_NAMES: Readonly<Record<Locale, string>> = {
  en: 'English',
  ru: 'Русский',
  zh: '简体中文',
  fr: 'Français',
};

/** For `lang`: browsers choose the shapes of Chinese characters by it. */
export const LANGUAGE_TAGS: Readonly<Record<Locale, string>> = { en: 'en', ru: 'ru', zh: 'zh-Hans', fr: 'fr' };

/** Set by the page when a language is chosen; sent with every request. */
export const LOCALE_COOKIE = 'asyground-locale';
export const LOCALE_KEPT_SECONDS = 365 * 24 * 3600;
/** In an address: `/gallery?lang=fr`. */
export const LOCALE_PARAMETER = 'lang';

/** What the address asks for, handed on to the page. */
export const LOCALE_HEADER = 'x-asyground-lang';

/** Browsers send a handful of languages; what is beyond is not read. */
const MAX_LANGUAGES = 20;

export function parseLocale(text: string | undefined): Locale | undefined {
  const language = text?.trim().toLowerCase().split('-', 1)[0];
  return LOCALES.find((locale) => locale === language);
}

interface LocaleRequest {
  readonly address?: string | undefined;
  readonly cookie?: string | undefined;
  /** The header Accept-Language. */
  readonly browser?: string | undefined;
}

export function chooseLocale({ address, cookie, browser }: LocaleRequest): Locale {
  return parseLocale(address) ?? parseLocale(cookie) ?? preferredBy(browser ?? '') ?? DEFAULT_LOCALE;
}

function preferredBy(header: string): Locale | undefined {
  const languages = header
    .split(',', MAX_LANGUAGES)
    .map((language) => {
      const [tag, ...parameters] = language.split(';');
      const quality = parameters.map((parameter) => parameter.trim()).find((parameter) => parameter.startsWith('q='));
      return { locale: parseLocale(tag), weight: quality === undefined ? 1 : Number(quality.slice(2)) };
    })
    .filter(({ weight }) => weight > 0);
  // A stable sort: of two that are wanted alike, the first.
  languages.sort((one, other) => other.weight - one.weight);
  return languages.find(({ locale }) => locale !== undefined)?.locale;
}
