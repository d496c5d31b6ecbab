import { currentLocale } from '@/components/lib/translator';
import type { Locale } from '@/core/locale';
import type { lexicon as english } from '@/messages/en/lexicon';
import type { Translation } from '@/messages/translation';
import { EXAMPLE_LINES } from '@/core/language/exampleLines';

/** What the names of asy and its modules are for, in the language of the page. Nobody needs it before the first hover. */

type Lexicon = Translation<typeof english>;

const LOADERS: Readonly<Record<Locale, () => Promise<{ readonly lexicon: Lexicon }>>> = {
  en: () => import('@/messages/en/lexicon'),
  ru: () => import('@/messages/ru/lexicon'),
  zh: () => import('@/messages/zh/lexicon'),
  fr: () => import('@/messages/fr/lexicon'),
};

let loaded: Promise<Lexicon | undefined> | undefined;

/** Without it there are only signatures. */
function load(): Promise<Lexicon | undefined> {
  loaded ??= LOADERS[currentLocale()]().then(
    ({ lexicon }) => lexicon,
    () => {
      loaded = undefined;
      return undefined;
    },
  );
  return loaded;
}

export interface Lesson {
  readonly sentence: string;
  readonly example?: string;
}

export async function lessonOf(name: string, kind: 'names' | 'modules'): Promise<Lesson | undefined> {
  const sentences: Readonly<Record<string, string>> = (await load())?.[kind] ?? {};
  if (!Object.hasOwn(sentences, name)) return undefined;
  return { sentence: sentences[name] ?? '', ...(kind === 'names' && { example: EXAMPLE_LINES[name] }) };
}
