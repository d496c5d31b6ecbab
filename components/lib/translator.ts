import { createTranslator } from 'use-intl/core';
import { DEFAULT_LOCALE, type Locale } from '@/core/locale';
import type { Messages, Namespace } from '@/messages';

/**
 * Messages for code of the browser that is no component: actions, notices, the editor. Components use `useTranslations`.
 *
 * The page has one language for as long as it lives, and on the server, where pages of several languages are made side
 * by side, nothing here is ever set.
 */
let current: { readonly locale: Locale; readonly messages: Partial<Messages> } | undefined;

export function setMessages(locale: Locale, messages: Partial<Messages>): void {
  // The layout and the page each bring their part, and either may be drawn again without the other.
  const before = current?.locale === locale ? current.messages : {};
  current = { locale, messages: { ...before, ...messages } };
}

export function currentLocale(): Locale {
  return known().locale;
}

/** For what formats numbers: on the server, where each page hands its language in, that of those who hand in none. */
export function localeInForce(): Locale {
  return current?.locale ?? DEFAULT_LOCALE;
}

/** The messages of one part, as both `translatorOf` and `useTranslations` give them. */
export type Translator<Part extends Namespace> = ReturnType<typeof translatorOf<Part>>;

export function translatorOf<Part extends Namespace>(namespace: Part) {
  const { locale, messages } = known();
  return createTranslator<Messages, Part>({ locale, messages: messages as Messages, namespace });
}

function known() {
  if (current === undefined) throw new Error('messages are read before the page has set its language');
  return current;
}
