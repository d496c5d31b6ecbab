import { KEYWORDS } from '@/core/language/asyKeywords';
import { tokensOf, type Token } from '@/core/language/tokens';

/**
 * A line without `;` that is an expression prints its value, as in other shells, and one that is a whole statement is done;
 * asy itself would wait for the rest. A line that is anything else, or may go on, stays as it is.
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

/** The line as it is sent. */
export function asStatement(line: string): string {
  const tokens = tokensOf(line);
  const isString = /^\s*(["']).*\1\s*$/s.test(line);
  if (!isString && tokens.length === 0) return line;
  if (!ENDS.test(tokens.at(-1)?.text ?? '') && !/["']\s*$/.test(line)) return line;
  const depths = depthsOf(tokens);
  const [first, second] = tokens;
  if (depths === undefined || tokens.some(({ text }, index) => depths[index] === 0 && /[;{]/.test(text))) return line;
  const ended = `${line.trimEnd()};`;
  if (first !== undefined && STATEMENTS.has(first.text)) return IMPORTS.has(first.text) ? ended : line;
  if (tokens.some(({ text }, index) => depths[index] === 0 && ASSIGNMENT.test(text))) return ended;
  // `real f(real x)` may be the beginning of a function.
  if (isDeclaration(tokens)) return tokens.some(({ text }) => text === '(') ? line : ended;
  const isCommand = first?.isName && second?.text === '(' && COMMANDS.has(first.text);
  return isCommand ? ended : `write(${line.trim()});`;
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
