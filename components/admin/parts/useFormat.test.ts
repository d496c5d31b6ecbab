import { createTranslator } from 'use-intl/core';
import { expect, it } from 'vitest';
import type { Locale } from '@/core/locale';
import { messagesFor, type Messages } from '@/messages';
import { formatFor } from './useFormat';

function formatIn(locale: Locale) {
  const messages = messagesFor(locale, ['admin']) as Messages;
  return formatFor(locale, createTranslator<Messages, 'admin'>({ locale, messages, namespace: 'admin' }));
}

it('writes numbers for people', () => {
  const { seconds, percent, limit } = formatIn('en');
  expect([0.0123, 1.26, 130, 9000, undefined].map(seconds)).toEqual(['12 ms', '1.3 s', '2 min', '2.5 h', '–']);
  expect([0.256, undefined, NaN].map(percent)).toEqual(['26%', '–', '–']);
  expect([30, 0.5, undefined].map(limit)).toEqual(['30 s', '0.5 s', '–']);
});

it('writes them as the language does', () => {
  expect(formatIn('ru').seconds(1.26)).toBe('1,3 с');
  expect(formatIn('fr').number(1234)).toBe('1\u202f234');
  expect(formatIn('zh').list(['甲', '乙'])).toBe('甲和乙');
});
