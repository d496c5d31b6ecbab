import { textOf, type Draft } from '@/components/model/draft';
import { blankOut } from '@/core/language/blankOut';
import { knownNames } from '@/core/language/knownNames';
import { Programs } from '@/core/language/programs';
import type { LanguageTables } from '@/core/language/tables';

/** What CodeMirror offers while a word is written: the person's own names, and those of asy, as Monaco does. */

/** The part of CodeMirror's completion context that is used here. */
interface Context {
  readonly pos: number;
  matchBefore(pattern: RegExp): { readonly from: number; readonly text: string } | null;
}

interface Offered {
  readonly from: number;
  readonly options: readonly { readonly label: string; readonly detail?: string; readonly boost?: number }[];
  readonly validFor: RegExp;
}

const WORD = /(?<![\p{L}\p{N}_])[\p{L}_][\p{L}\p{N}_]*$/u;
/** A phone's screen is small: one letter would offer too much. */
const MIN_LETTERS = 2;

export async function offer(
  context: Context,
  file: string,
  draft: Draft,
  tables: LanguageTables | undefined,
  /** What names are for, which is told beside them. */
  sentences: () => Promise<ReadonlyMap<string, string>>,
): Promise<Offered | null> {
  const word = context.matchBefore(WORD);
  if (word === null || word.text.length < MIN_LETTERS) return null;
  // Nobody completes a sentence with names.
  if (blankOut(textOf(draft, file)).charAt(word.from) === ' ') return null;
  const programs = draft.files.flatMap(({ name, contents }): [string, string][] =>
    name.endsWith('.asy') && typeof contents === 'string' ? [[name, contents]] : [],
  );
  const own = new Map(
    new Programs(new Map(programs))
      .visible(file, context.pos)
      .map(({ definition: { name, signature } }) => [name, { label: name, detail: signature, boost: 1 }]),
  );
  const [names, about] = await Promise.all([knownNames(draft, tables), sentences()]);
  const known = names.filter((name) => !own.has(name));
  return {
    from: word.from,
    options: [...own.values(), ...[...new Set(known)].map((label) => ({ label, detail: about.get(label) }))],
    validFor: /^[\p{L}\p{N}_]*$/u,
  };
}
