import { KEYWORDS } from '@/core/language/asyKeywords';
import { LinePositions } from '@/core/language/linePositions';
import { segmentsOf } from '@/core/language/segments';
import { tokensOf, type Token } from '@/core/language/tokens';
import type { Place } from './problems';

/**
 * What is missing where asy only says that it stumbled: it names the word it did not expect, which is the one after the
 * place. Told only where nothing else is likely.
 */

type MissingSign = ';' | '}' | ')' | ']';

export interface Missing {
  readonly sign: MissingSign;
  /** The last character before it, so that there is something to underline. */
  readonly place: Place;
}

/** Words that cannot go on with what stands before them. */
const ENDS_EXPRESSION = /^[\p{L}\p{N}_)\]]/u;
/** Of the keywords, the only ones. */
const ENDING_KEYWORDS: ReadonlySet<string> = new Set(['this', 'cycle', 'break', 'continue', 'return']);
const CLOSING = { '(': ')', '[': ']', '{': '}' } as const;

/** `offset` is where asy stumbled, in UTF-16 units; the end of the text where it stumbled on that. */
export function missingSign(file: string, text: string, offset: number): Missing | undefined {
  const before = tokensOf(text.slice(0, offset));
  const isAtEnd = text.slice(offset).trim() === '';
  const open = openBrackets(before);
  const { end, isString } = endOfCode(text, offset);
  if (end === 0) return undefined;
  const positions = new LinePositions(text);
  const missing = (sign: MissingSign, at: number): Missing => {
    const { line, column } = positions.of(at - 1);
    return { sign, place: { file, line, column, endColumn: column + 1 } };
  };
  const isEnded = endsExpression(before.at(-1), isString) || endsList(before);
  const next = tokensOf(text.slice(offset, offset + 200))[0];
  const { bracket, isOfFor } = open.at(-1) ?? {};
  // A statement cannot end within brackets, but for those of a loop's head.
  if (next?.text === ';' && (bracket === '(' || bracket === '[') && !isOfFor) return missing(CLOSING[bracket], end);
  if (open.some((one) => one.bracket !== '{')) return undefined;
  if (isAtEnd) {
    if (open.length > 0 && /[;}]/.test(before.at(-1)?.text ?? '')) return missing('}', end);
    return open.length === 0 && isEnded ? missing(';', end) : undefined;
  }
  // `import graph` and a call in the next line: asy reads the call's name, too, and stumbles on its bracket.
  const [word, module, called] = before.slice(-3);
  const isImport = /^(?:import|access)$/.test(word?.text ?? '') && module?.isName && called?.isName;
  if (next?.text === '(' && isImport && !isSameLine(text, module.at, called.at))
    return missing(';', module.at + module.text.length);
  const startsStatement = next !== undefined && (next.isName || next.text === '}');
  if (!startsStatement || !isEnded) return undefined;
  // `int x = 3 int y`: asy reads `3 int` and stumbles on the word after it.
  const [earlier, type] = before.slice(-2);
  const isBesideType = type?.isName && earlier && !earlier.isName && endsExpression(earlier, false);
  if (isBesideType && !isString && isSameLine(text, type.at, offset))
    return missing(';', earlier.at + earlier.text.length);
  return missing(';', end);
}

function endsExpression(last: Token | undefined, isString: boolean): boolean {
  const text = last?.text ?? '';
  return isString || (ENDS_EXPRESSION.test(text) && (!KEYWORDS.includes(text) || ENDING_KEYWORDS.has(text)));
}

/** The end of what an array holds, as in `int[] a = {1, 2}`; no other brace wants a sign after it. */
function endsList(tokens: readonly Token[]): boolean {
  if (tokens.at(-1)?.text !== '}') return false;
  let depth = 0;
  const opening = tokens.findLastIndex(({ text }) => {
    if (text === '}') depth += 1;
    if (text === '{') depth -= 1;
    return depth === 0;
  });
  return /^[=\]]$/.test(tokens[opening - 1]?.text ?? '');
}

function isSameLine(text: string, from: number, to: number): boolean {
  return !text.slice(from, to).includes('\n');
}

interface Open {
  readonly bracket: keyof typeof CLOSING;
  readonly isOfFor: boolean;
}

/** The innermost last. What closes nothing is passed over. */
function openBrackets(tokens: readonly Token[]): readonly Open[] {
  const open: Open[] = [];
  for (const [at, { text }] of tokens.entries()) {
    const innermost = open.at(-1);
    if (text === '(' || text === '[' || text === '{')
      open.push({ bracket: text, isOfFor: tokens[at - 1]?.text === 'for' });
    else if (innermost && CLOSING[innermost.bracket] === text) open.pop();
  }
  return open;
}

/** After the last character before the offset that is no comment. */
function endOfCode(text: string, offset: number): { readonly end: number; readonly isString: boolean } {
  let found = { end: 0, isString: false };
  for (const { kind, from, to } of segmentsOf(text.slice(0, offset))) {
    const isString = kind === 'string';
    const end = isString ? to : from + text.slice(from, to).trimEnd().length;
    if (kind !== 'comment' && end > from) found = { end, isString };
  }
  return found;
}
