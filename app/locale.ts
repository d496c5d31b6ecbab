import { cookies, headers } from 'next/headers';
import { chooseLocale, LOCALE_COOKIE, LOCALE_HEADER, type Locale } from '@/core/locale';

/** The language of the page that is being made. */
export async function readLocale(): Promise<Locale> {
  const [asked, kept] = await Promise.all([headers(), cookies()]);
  return chooseLocale({
    address: asked.get(LOCALE_HEADER) ?? undefined,
    cookie: kept.get(LOCALE_COOKIE)?.value,
    browser: asked.get('accept-language') ?? undefined,
  });
}
