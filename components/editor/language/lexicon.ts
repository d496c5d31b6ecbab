import { currentLocale } from '@/components/lib/translator';
import type { Locale } from '@/core/locale';
import type { lexicon as english } from '@/messages/en/lexicon';
import type { Translation } from '@/messages/translation';

/** What the names of asy and its modules are for, in the language of the page. Nobody needs it before the first hover. */

type Lexicon = Translation<typeof english>;

const LOADERS: Readonly<Record<Locale, () => Promise<{ readonly lexicon: Lexicon }>>> = {
  en: () => import('@/messages/en/lexicon'),
  ru: () => import('@/messages/ru/lexicon'),
  zh: () => import('@/messages/zh/lexicon'),
  fr: () => import('@/messages/fr/lexicon'),
};

interface Loaded {
  readonly sentences: Lexicon;
  readonly examples: typeof import('@/core/language/exampleLines');
}

let loaded: Promise<Loaded | undefined> | undefined;

/** Without it there are only signatures. */
function load(): Promise<Loaded | undefined> {
  loaded ??= Promise.all([LOADERS[currentLocale()](), import('@/core/language/exampleLines')]).then(
    ([{ lexicon: sentences }, examples]) => ({ sentences, examples }),
    () => {
      loaded = undefined;
      return undefined;
    },
  );
  return loaded;
}

/** The sentences alone. */
export async function sentencesOf(kind: 'names' | 'modules'): Promise<ReadonlyMap<string, string>> {
  return new Map(Object.entries<string>((await load())?.sentences[kind] ?? {}));
}

export interface Lesson {
  readonly sentence: string;
  readonly example: string | undefined;
}

export async function lessonOf(name: string, kind: 'names' | 'modules'): Promise<Lesson | undefined> {
  const known = await load();
  const sentences: Readonly<Record<string, string>> = known?.sentences[kind] ?? {};
  if (known === undefined || !Object.hasOwn(sentences, name)) return undefined;
  const { EXAMPLE_LINES, MODULE_LINES } = known.examples;
  return { sentence: sentences[name] ?? '', example: (kind === 'names' ? EXAMPLE_LINES : MODULE_LINES)[name] };
}
