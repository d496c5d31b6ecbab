import type { Locale } from '@/core/locale';
import { en } from './en';
import { fr } from './fr';
import { ru } from './ru';
import type { Translation } from './translation';
import { zh } from './zh';

/**
 * Every text of the interface, in every language, by the part of the page that shows it. English comes first: the types
 * of the other languages follow it, so a message that is missing or left over does not compile.
 */

export type Messages = typeof en;
export type Namespace = keyof Messages;
export const NAMESPACES = Object.keys(en) as Namespace[];

const MESSAGES: Readonly<Record<Locale, Translation<Messages>>> = { en, ru, zh, fr };

/** Those of some parts: a page carries the texts it shows and no others. */
export function messagesFor(locale: Locale, namespaces: readonly Namespace[]): Partial<Messages> {
  const all = MESSAGES[locale] as Messages;
  return Object.fromEntries(namespaces.map((name) => [name, all[name]]));
}

declare module 'use-intl' {
  interface AppConfig {
    Locale: Locale;
    Messages: Messages;
  }
}
