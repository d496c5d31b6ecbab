import { KEYWORDS } from '@/core/language/asyKeywords';
import { tokensOf, type Token } from '@/core/language/tokens';

/**
 * A line without `;` that is an expression prints its value, as in other shells; asy itself would wait for the rest of a
 * statement. A line that is anything else, or may go on, stays as it is.
 */

const OPENING = '([{';
const CLOSING = ')]}';
/** What can stand at the end of an expression. */
const ENDS = /^[\p{L}\p{N}_)\]]/u;
/** These begin an expression. */
const IN_EXPRESSIONS: ReadonlySet<string> = new Set(['new', 'this', 'operator', 'quote']);
const STATEMENTS: ReadonlySet<string> = new Set(KEYWORDS.filter((word) => !IN_EXPRESSIONS.has(word)));
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
  const last = tokens.at(-1);
  const isString = /^\s*(["']).*\1\s*$/s.test(line);
  if (!isString && (last === undefined || !ENDS.test(last.text))) return line;
  const [first, second] = tokens;
  if (first !== undefined && STATEMENTS.has(first.text)) return line;
  // `real x` declares, and `pair[] a` does, too.
  if (tokens.some(({ isName }, index) => isName && tokens[index + 1]?.isName === true && !isKeyword(tokens[index])))
    return line;
  if (isArrayDeclaration(tokens)) return line;
  const depths = depthsOf(tokens);
  if (depths === undefined || tokens.some(({ text }, index) => depths[index] === 0 && isStatementSign(text)))
    return line;
  const isCommand = first?.isName && second?.text === '(' && COMMANDS.has(first.text);
  return isCommand ? `${line.trimEnd()};` : `write(${line.trim()});`;
}

function isKeyword(token: Token | undefined): boolean {
  return token !== undefined && (IN_EXPRESSIONS.has(token.text) || KEYWORDS.includes(token.text));
}

/** `real[] a`: a name after closed brackets that hold nothing. */
function isArrayDeclaration(tokens: readonly Token[]): boolean {
  return tokens.some(({ text }, index) => text === ']' && tokens[index - 1]?.text === '[' && tokens[index + 1]?.isName);
}

function isStatementSign(text: string): boolean {
  return ASSIGNMENT.test(text) || text === ';' || text === '{';
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
