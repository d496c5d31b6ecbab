/** Where a LaTeX document has programs: its `asy` and `asydef` environments, and the files it is made of. */

export interface Environment {
  readonly kind: 'asy' | 'asydef';
  /** Where its text stands. */
  readonly file: string;
  readonly firstLine: number;
  readonly lines: readonly string[];
}

/** In the order of the text. */
export type Part =
  | { readonly type: 'environment'; readonly environment: Environment }
  /** `\input` and its like: the name as it was given. */
  | { readonly type: 'input'; readonly name: string }
  | { readonly type: 'include'; readonly name: string };

const BEGIN = /\\begin\{(asy|asydef)\}/;
const NAMED = /\\(input|include|subfile|asyinclude)\b ?(?:\[[^\]]*\] ?)?(?:\{([^{}]+)\}|([^\s{}[\]\\%]+))/g;

/** One pass over the lines. */
export function partsOf(file: string, text: string): Part[] {
  const parts: Part[] = [];
  const lines = text.split(/\r?\n/);
  for (let i = 0; i < lines.length; i += 1) {
    const line = uncommented(lines[i] ?? '');
    const kind = BEGIN.exec(line)?.[1] as Environment['kind'] | undefined;
    if (kind === undefined) {
      for (const [, command, braced, bare] of line.matchAll(NAMED))
        parts.push({ type: command === 'asyinclude' ? 'include' : 'input', name: (braced ?? bare ?? '').trim() });
      continue;
    }
    const end = `\\end{${kind}}`;
    let last = i + 1;
    while (last < lines.length && (lines[last] ?? '').trim() !== end) last += 1;
    const environment = { kind, file, firstLine: i + 2, lines: lines.slice(i + 1, last) };
    parts.push({ type: 'environment', environment });
    i = last;
  }
  return parts;
}

function uncommented(line: string): string {
  const at = /(?:^|[^\\])%/.exec(line);
  return at === null ? line : line.slice(0, at.index + at[0].length - 1);
}
