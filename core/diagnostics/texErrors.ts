import { texSentence } from './texSentences';

/**
 * What TeX says when a label is wrong: a line that begins with `! `, some context, and a line `l.67 ...` that ends where
 * the trouble is. Its line numbers are those of a file asy wrote, so only the words help to find the place. One mistake
 * makes TeX stumble several times: what it says about the same line, or about the end of the picture, is left out.
 */

export interface TexError {
  /** One sentence. */
  readonly message: string;
  /** What to look for in the program: a command, or the text of the label. */
  readonly needle?: string;
}

const UNDEFINED = 'Undefined control sequence.';
/** Said about what comes after a mistake. */
const FOLLOWS = /^(?:Emergency stop| ==> Fatal error)/;
const RUNAWAY = 'Runaway argument?';

export function findTexErrors(output: string): TexError[] {
  const lines = output.split('\n');
  const seenPlaces = new Set<string>();
  const found: TexError[] = [];
  for (const [index, line] of lines.entries()) {
    if (!line.startsWith('! ') || FOLLOWS.test(line.slice(2))) continue;
    const context = contextAfter(lines, index);
    const place = context.find((other) => /^l\.\d+ /.test(other));
    const number = place?.split(' ')[0] ?? '';
    if (found.length > 0 && (seenPlaces.has(number) || place?.includes('\\end{picture}'))) continue;
    seenPlaces.add(number);
    const runaway = lines[index - 2] === RUNAWAY ? lines[index - 1] : undefined;
    found.push(texError(line.slice(2).trim(), context, place, runaway));
  }
  return found;
}

/** Up to the next complaint. */
function contextAfter(lines: readonly string[], index: number): readonly string[] {
  const rest = lines.slice(index + 1);
  const next = rest.findIndex((line) => line.startsWith('! '));
  return next < 0 ? rest : rest.slice(0, next);
}

function texError(
  words: string,
  context: readonly string[],
  place: string | undefined,
  runaway: string | undefined,
): TexError {
  if (words !== UNDEFINED) return { message: texSentence(words), needle: labelText(place) ?? beginning(runaway) };
  const command = (context.find((line) => line.startsWith('<')) ?? place ?? '').match(/\\[A-Za-z]+\s*$/)?.[0]?.trim();
  const found = command ?? place?.match(/\\[A-Za-z]+(?=[^\\]*$)/)?.[0];
  return found === undefined
    ? { message: 'TeX does not know a command' }
    : { message: `TeX does not know the command ${found}`, needle: found };
}

/** asy writes a label as `(x,y){text}` at the end of its line, of which TeX may show only the end. */
function labelText(place: string | undefined): string | undefined {
  const whole = place?.match(/\(-?[\d.]+,-?[\d.]+\)\{(.+?)\}?$/)?.[1];
  return whole ?? place?.match(/\{([^{}]{2,})\}?\s*%?$/)?.[1];
}

/** Of a label that does not end; up to the first space, since TeX writes spaces of its own. */
function beginning(runaway: string | undefined): string | undefined {
  return runaway?.match(/^\{(\S+?)(?:\\end)?(?:\s|$)/)?.[1];
}
