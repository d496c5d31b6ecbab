import { LOCALE_COOKIE, LOCALE_KEPT_SECONDS, LOCALE_PARAMETER, type Locale } from '@/core/locale';
import { COOKIE_PATH } from '@/core/basePath';

/** Keeps the choice and shows the page anew in it. The draft is kept by the page itself. */
export function chooseLanguage(locale: Locale): void {
  document.cookie = `${LOCALE_COOKIE}=${locale}; path=${COOKIE_PATH}; max-age=${LOCALE_KEPT_SECONDS}; samesite=lax`;
  const address = new URL(location.href);
  address.searchParams.delete(LOCALE_PARAMETER);
  if (address.href === location.href) location.reload();
  else location.replace(address);
}
