/**
 * What TeX says when a label is wrong: a line that begins with `! `, some context, and a line `l.67 ...` that ends where
 * the trouble is. Its line numbers are those of a file asy wrote, so only the words help to find the place.
 */

export interface TexError {
  /** One sentence. */
  readonly message: string;
  /** What to look for in the program: a command, or the end of the label's text. */
  readonly needle?: string;
}

const UNDEFINED = 'Undefined control sequence.';

export function findTexErrors(output: string): TexError[] {
  const lines = output.split('\n');
  return lines.flatMap((line, index) =>
    line.startsWith('! ') ? [texError(line.slice(2), lines.slice(index + 1))] : [],
  );
}

function texError(words: string, rest: readonly string[]): TexError {
  const next = rest.findIndex((line) => line.startsWith('! '));
  const context = next < 0 ? rest : rest.slice(0, next);
  const place = context.find((line) => /^l\.\d+ /.test(line));
  if (words.trim() === UNDEFINED) {
    const command = (context.find((line) => line.startsWith('<')) ?? place ?? '').match(/\\[A-Za-z]+\s*$/)?.[0]?.trim();
    const found = command ?? place?.match(/\\[A-Za-z]+(?=[^\\]*$)/)?.[0];
    return found === undefined
      ? { message: 'TeX does not know a command' }
      : { message: `TeX does not know the command ${found}`, needle: found };
  }
  return {
    message: `TeX: ${words
      .trim()
      .replace(/^LaTeX Error: /, '')
      .replace(/\.$/, '')}`,
    needle: labelText(place),
  };
}

/** asy writes a label as `{text}` at the end of its line. */
function labelText(place: string | undefined): string | undefined {
  return place?.match(/\{([^{}]{2,})\}?\s*%?$/)?.[1];
}
