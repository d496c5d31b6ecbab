import { createTranslator } from 'use-intl/core';
import { messagesFor, type Messages, type Namespace } from '@/messages';
import { readLocale } from './locale';

/** For parts of a page that are made on the server only; all others use `useTranslations`. */
export async function pageTranslator<Part extends Namespace>(namespace: Part) {
  const locale = await readLocale();
  const messages = messagesFor(locale, [namespace]) as Messages;
  return createTranslator<Messages, Part>({ locale, messages, namespace });
}
