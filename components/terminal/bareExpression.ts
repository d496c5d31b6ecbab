import { KEYWORDS } from '@/core/language/asyKeywords';
import { segmentsOf } from '@/core/language/segments';
import { tokensOf, type Token } from '@/core/language/tokens';

/**
 * A line without `;` that is an expression prints its value, as in other shells, and one that is a whole statement is done;
 * asy itself would wait for the rest. A line that is anything else, or may go on, stays as it is, and so do the words that
 * asy takes by themselves.
 */

const OPENING = '([{';
const CLOSING = ')]}';
/** What can stand at the end of an expression. */
const ENDS = /^[\p{L}\p{N}_)\]]/u;
/** These begin an expression. */
const IN_EXPRESSIONS: ReadonlySet<string> = new Set(['new', 'this', 'operator', 'quote']);
const STATEMENTS: ReadonlySet<string> = new Set(KEYWORDS.filter((word) => !IN_EXPRESSIONS.has(word)));
const IMPORTS: ReadonlySet<string> = new Set(['access', 'from', 'import', 'include', 'unravel']);
const ASSIGNMENT = /^[-+*/^%#]?=$/;

/** Have no value to print: a call of one is a statement. */
const COMMANDS: ReadonlySet<string> = new Set(
  `
  abort add assert attach axes axialshade beginclip begingroup clip close crop dot draw endclip endgroup erase errorbar
  errorbars exit fill filldraw functionshade gouraudshade label labelx labely layer limits markangle marknodes newpage
  pause perpendicularmark postscript radialshade resetdefaultpen restoredefaults savedefaults shipout show size sleep
  srand tensorshade tex texpreamble unfill unitsize usepackage warning write xaxis xequals xlimits yaxis yequals ylimits
  `
    .trim()
    .split(/\s+/),
);

const ASY_COMMAND = /^\s*(?:quit|q|exit|reset|help|h)\s*$/;
const VOID_FUNCTION = /\bvoid\s+([\p{L}_][\p{L}\p{N}_]*)\s*\(/gu;

/** The line as it is sent. `before`: what this shell has taken so far, whose functions may have no value either. */
export function asStatement(line: string, before: readonly string[] = []): string {
  const end = endOfCode(line);
  const statement = statementOf(line.slice(0, end), before);
  return statement === undefined ? line : `${statement}${line.slice(end).trimEnd()}`;
}

/** Undefined where it stays as it is. */
function statementOf(line: string, before: readonly string[]): string | undefined {
  if (ASY_COMMAND.test(line)) return undefined;
  const tokens = tokensOf(line);
  const isString = /^\s*(["']).*\1\s*$/s.test(line);
  if (!isString && tokens.length === 0) return undefined;
  const isList = isArrayInitializer(tokens);
  if (!isList && !ENDS.test(tokens.at(-1)?.text ?? '') && !/["']\s*$/.test(line)) return undefined;
  const depths = depthsOf(tokens);
  const [first, second] = tokens;
  if (
    depths === undefined ||
    tokens.some(({ text }, index) => depths[index] === 0 && (isList ? /;/ : /[;{]/).test(text))
  )
    return undefined;
  const ended = `${line};`;
  if (first !== undefined && STATEMENTS.has(first.text)) return IMPORTS.has(first.text) ? ended : undefined;
  if (tokens.some(({ text }, index) => depths[index] === 0 && ASSIGNMENT.test(text))) return ended;
  // `real f(real x)` may be the beginning of a function.
  if (isDeclaration(tokens)) return tokens.some(({ text }) => text === '(') ? undefined : ended;
  const isCall = first?.isName && second?.text === '(';
  const isCommand = isCall && (COMMANDS.has(first.text) || isVoidIn(before, first.text));
  return isCommand ? ended : `write(${line.trim()});`;
}

/** Before a `//` and the spaces before that. */
function endOfCode(line: string): number {
  const remark = segmentsOf(line).find(({ kind, from }) => kind === 'comment' && line.startsWith('//', from));
  return line.slice(0, remark?.from).trimEnd().length;
}

function isVoidIn(lines: readonly string[], name: string): boolean {
  return lines.some((line) => [...line.matchAll(VOID_FUNCTION)].some((found) => found[1] === name));
}

/** `int[] a = {1, 2}` or `new int[] {1, 2}`: the only braces that end a line which is done. */
function isArrayInitializer(tokens: readonly Token[]): boolean {
  const at = tokens.findIndex(({ text }) => text === '{');
  return /^[=\]]$/.test(tokens[at - 1]?.text ?? '') && tokens.at(-1)?.text === '}';
}

function isKeyword(token: Token | undefined): boolean {
  return token !== undefined && (IN_EXPRESSIONS.has(token.text) || KEYWORDS.includes(token.text));
}

/** `real x`, or `real[] a`: a name after another one, or after closed brackets that hold nothing. */
function isDeclaration(tokens: readonly Token[]): boolean {
  return tokens.some((token, index) => {
    if (tokens[index + 1]?.isName !== true) return false;
    if (token.text === ']') return tokens[index - 1]?.text === '[';
    return token.isName && !isKeyword(token);
  });
}

/** How deep in brackets each token is; undefined where they are not closed. */
function depthsOf(tokens: readonly Token[]): number[] | undefined {
  let depth = 0;
  const depths = tokens.map(({ text }) => {
    if (CLOSING.includes(text)) depth -= 1;
    const here = depth;
    if (OPENING.includes(text)) depth += 1;
    return here;
  });
  return depth === 0 && depths.every((one) => one >= 0) ? depths : undefined;
}
