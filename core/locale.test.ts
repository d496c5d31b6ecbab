import { describe, expect, it } from 'vitest';
import { chooseLocale, parseLocale } from './locale';

describe('the language of a page', () => {
  it.each([
    ['the address before everything', { address: 'fr', cookie: 'ru', browser: 'zh' }, 'fr'],
    ['the choice before the browser', { cookie: 'ru', browser: 'zh' }, 'ru'],
    ['an unknown one is passed over', { address: 'xx', cookie: '', browser: 'zh-CN,zh;q=0.9' }, 'zh'],
    ['the browser, by weight', { browser: 'de, en;q=0.5, fr-CA;q=0.8' }, 'fr'],
    ['the first of two alike', { browser: 'ru;q=0.5, fr;q=0.5' }, 'ru'],
    ['not one that is refused', { browser: 'fr;q=0, ru;q=0.1' }, 'ru'],
    ['not one with a broken weight', { browser: 'fr;q=x, zh;q=0.1' }, 'zh'],
    ['English, if nobody asks', {}, 'en'],
    ['English, if nobody asks for one of ours', { browser: 'de-DE, it;q=0.4, *;q=0.1' }, 'en'],
  ])('%s', (_, request, locale) => {
    expect(chooseLocale(request)).toBe(locale);
  });

  it('reads only the first languages of a long header', () => {
    expect(chooseLocale({ browser: `${'de,'.repeat(10_000)}fr` })).toBe('en');
  });

  it.each(['en', 'EN-us', ' zh-Hans-CN '])('knows %s', (tag) => {
    expect(parseLocale(tag)).toBeDefined();
  });
});
