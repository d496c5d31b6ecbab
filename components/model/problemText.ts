import { currentLocale, translatorOf } from '@/components/lib/translator';
import type { Problem } from '@/core/diagnostics/problems';
import { recognise, type Explanation } from '@/core/explanations';
import { failureCode, type FailureCode, OUTCOMES } from '@/core/problems';
import { DEFAULT_LOCALE } from '@/core/locale';

/** Problems and refusals in the language of the page. What asy, TeX and administrators say stays as it came. */

export function problemText({ message, explanation }: Problem): string {
  return explanation === undefined ? message : explanationText(explanation);
}

/** What puts a problem right: a word in place of the one that is marked, a sign after it, or a line before all others. */
export interface Fix {
  readonly kind: 'change' | 'add' | 'begin';
  readonly code: string;
}

export function fixOf({ explanation }: Problem): Fix | undefined {
  const { code, values } = explanation ?? {};
  if (code === 'didYouMean' && typeof values?.name === 'string') return { kind: 'change', code: values.name };
  if (code === 'missingSign' && typeof values?.sign === 'string') return { kind: 'add', code: values.sign };
  const isOfPackage = code === 'commandOf' || code === 'environmentOf';
  if (isOfPackage && typeof values?.package === 'string')
    return { kind: 'begin', code: `usepackage("${values.package}");` };
  if (code === 'noFont') return { kind: 'begin', code: isJapanese(values?.character) ? JAPANESE : UNICODE };
  return undefined;
}

/** The lines that bring the letters of other scripts (docs/playground.md, "Labels in other languages"). */
const UNICODE = 'import unicode;';
const JAPANESE = `${UNICODE} cjkfont("min");`;

function isJapanese(character: unknown): boolean {
  return typeof character === 'string' && /^[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(character);
}

/** What a button that applies it says. */
export function fixText({ kind, code }: Fix): string {
  return translatorOf('editor')(kind === 'change' ? 'changeTo' : 'add', { name: code });
}

/** Where it is, of one that has no place in the person's own files. */
export function problemFile({ file, library }: Problem): string | undefined {
  if (library === undefined) return file;
  return translatorOf('diagnostics')('libraryLine', { file: library.file, line: String(library.line) });
}

/** What the server says in English. `code`: of the table of problems, where the server tells it. */
export function serverText(text: string, code?: string): string {
  const explanation = recognise(text);
  if (explanation !== undefined) return explanationText(explanation);
  if (currentLocale() === DEFAULT_LOCALE || !isKnown(code)) return text;
  const t = translatorOf('diagnostics');
  return t('withDetail', { title: t(`codes.${code}`), detail: text });
}

function isKnown(code: string | undefined): code is FailureCode | keyof typeof OUTCOMES {
  return code !== undefined && (failureCode.safeParse(code).success || Object.hasOwn(OUTCOMES, code));
}

function explanationText({ code, values }: Explanation): string {
  const said = Object.entries(values).map(([name, value]) => [
    name,
    typeof value === 'string' ? value : explanationText(value),
  ]);
  // Which values belong to which sentence is checked by messages.test.ts: a code that is known only here has no type.
  const say: (key: never, values: never) => string = translatorOf('diagnostics');
  return say(`explanations.${code}` as never, Object.fromEntries(said) as never);
}
