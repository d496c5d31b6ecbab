import { DIAGNOSIS_LIMITS } from '@/core/limits';
import { explain, inEnglish, type Explanation } from '@/core/explanations';
import { unknownCommand, unknownEnvironment } from './texCommands';
import { texExplanation, texSentence } from './texSentences';

/**
 * What TeX says when a label is wrong: a line that begins with `! `, some context, and a line `l.67 ...` that ends where
 * the trouble is. Its line numbers are those of a file asy wrote, so only the words help to find the place. One mistake
 * makes TeX stumble several times: what it says about the same line, or about the end of the picture, is left out.
 */

export interface TexError {
  /** One sentence. */
  readonly message: string;
  /** The same, where it is not in TeX's own words. */
  readonly explanation?: Explanation;
  /** What to look for in the program: a command, or the text of the label. */
  readonly needle?: string;
  /** Where these words are not found: something that stands in the label. */
  readonly hint?: string;
}

const UNDEFINED = 'Undefined control sequence.';
/** Said about what comes after a mistake. */
const FOLLOWS = /^(?:Emergency stop| ==> Fatal error)/;
/** Inside of a package: it follows from a mistake that the package tells of, too. */
const INTERNAL = /^<argument> \\[A-Za-z]*@[A-Za-z@]*\s*$/;
/** What the program itself defined, and how far TeX has come in it. */
const EXPANSION = /^\\[A-Za-z]+ [^>]*->/;
/** Plain TeX knows these by name, but their columns only a package does. */
const PLAIN_ENVIRONMENT = /\\begin ?\{(p?matrix|cases)\}/;
/** asy writes lines of its own around each object of an SVG. */
const AROUND_OBJECT = /^l\.\d+ \\catcode`/;
const RUNAWAY = 'Runaway argument?';

/** `lines` are those of the output. */
export function findTexErrors(lines: readonly string[]): TexError[] {
  const complaints = lines.flatMap((line, index) => (line.startsWith('! ') ? [index] : []));
  const seenPlaces = new Set<string>();
  const found: TexError[] = [];
  for (const [order, index] of complaints.entries()) {
    if (found.length === DIAGNOSIS_LIMITS.maxTexErrors) break;
    const text = lines[index]?.slice(2) ?? '';
    if (FOLLOWS.test(text)) continue;
    // Up to the next complaint.
    const context = lines.slice(index + 1, complaints[order + 1]);
    if (text === UNDEFINED && complaints.length > 1 && INTERNAL.test(context[0] ?? '')) continue;
    const place = context.find((other) => /^l\.\d+ /.test(other));
    const number = place?.split(' ', 1)[0] ?? '';
    if (found.length > 0 && (seenPlaces.has(number) || place?.includes('\\end{picture}'))) continue;
    seenPlaces.add(number);
    const runaway = lines[index - 2] === RUNAWAY ? lines[index - 1] : undefined;
    const error = texError(text.trim(), context, place, runaway);
    found.push(error);
    // Each object stumbles over it.
    if (error.explanation?.code === 'shorthands') break;
  }
  return found;
}

function texError(
  text: string,
  context: readonly string[],
  place: string | undefined,
  runaway: string | undefined,
): TexError {
  if (text !== UNDEFINED) {
    const explanation = explanationOf(text, context, place);
    const needle = missingFile(explanation) ?? labelText(place) ?? beginning(runaway);
    if (explanation === undefined) return { message: texSentence(text), needle };
    return { ...told(explanation), needle, hint: hintOf(explanation) };
  }
  const inner = context.find((line) => line.startsWith('<') || EXPANSION.test(line));
  const command = (inner ?? place ?? '').match(/\\[A-Za-z]+\s*$/)?.[0]?.trim();
  const found = command ?? place?.slice(place.lastIndexOf('\\')).match(/^\\[A-Za-z]+/)?.[0];
  return found === undefined ? told(explain('unknownCommands', {})) : { ...told(unknownCommand(found)), needle: found };
}

function explanationOf(text: string, context: readonly string[], place: string | undefined): Explanation | undefined {
  const explanation = texExplanation(text);
  if (place !== undefined && AROUND_OBJECT.test(place)) return explain('shorthands', {});
  if (explanation?.code !== 'ampersand') return explanation;
  const name = context.map((line) => PLAIN_ENVIRONMENT.exec(line)?.[1]).find((found) => found !== undefined);
  return name === undefined ? explanation : unknownEnvironment(name);
}

/** The program names what it loads. */
function missingFile(explanation: Explanation | undefined): string | undefined {
  if (explanation === undefined) return undefined;
  const { code, values } = explanation;
  if (code === 'shorthands') return 'babel';
  const isFile = code.startsWith('missing');
  return isFile && typeof values.name === 'string' ? values.name : undefined;
}

function hintOf({ code, values }: Explanation): string | undefined {
  // LuaTeX tells the name of a font without its spaces.
  if (code === 'missingFont') return 'font{';
  if (code === 'matrixAmpersand') return '\\begin{tik';
  return code.startsWith('noFont') && typeof values.character === 'string' ? values.character : undefined;
}

function told(explanation: Explanation): TexError {
  return { message: inEnglish(explanation), explanation };
}

/** asy writes a label as `(x,y){text}` at the end of its line, of which TeX may show only the end. */
function labelText(place: string | undefined): string | undefined {
  if (place === undefined) return undefined;
  const start = /(?:\(-?[\d.]+,|^l\.\d+ \.\.\.)-?[\d.,]*\)\{/.exec(place);
  const text = start === null ? '' : place.slice(start.index + start[0].length).replace(/\}$/, '');
  return text === '' ? lastGroup(place) : text;
}

/** What stands in the last braces, if nothing follows them; they may be open. */
function lastGroup(place: string): string | undefined {
  const open = place.lastIndexOf('{');
  const [inner = '', after = ''] = open < 0 ? [] : place.slice(open + 1).split('}', 2);
  const isLast = place.lastIndexOf('}') <= open + 1 + inner.length && /^\s*%?$/.test(after);
  return inner.length >= 2 && isLast ? inner : undefined;
}

/** Of a label that does not end; up to the first space or to what asy writes next, since TeX writes spaces of its own. */
function beginning(runaway: string | undefined): string | undefined {
  return runaway?.match(/^\{(\S+?)(?:\\(?:end|special))?(?:\s|$)/)?.[1];
}
