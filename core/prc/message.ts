/**
 * The grammar of a message (docs/parallel-requests.md, 3 and 4).
 *
 * A type, then parameters, each on a line of its own. An empty line ends the parameters; the body behind it is not
 * kept, because no message uses one.
 */
export interface Message {
  /** Trimmed and upper-cased; empty for an empty frame. */
  readonly type: string;
  /** Trimmed values by lower-cased name. */
  readonly parameters: ReadonlyMap<string, string>;
}

/** Never fails: what is not understood is left out, as every implementation of this protocol does. */
export function parseMessage(text: string): Message {
  const parameters = new Map<string, string>();
  const typeEnd = lineEnd(text, 0);
  const type = text.slice(0, typeEnd).trim().toUpperCase();
  let start = typeEnd + 1;
  // Looked for only when the last one lies behind us: lines without a colon must not make the search quadratic.
  let colon = -1;
  while (start < text.length) {
    const end = lineEnd(text, start);
    if (isEmptyLine(text, start, end)) break;
    if (colon < start) colon = text.indexOf(':', start);
    if (colon === -1) break;
    if (colon > start && colon < end) {
      parameters.set(text.slice(start, colon).trim().toLowerCase(), text.slice(colon + 1, end).trim());
    }
    start = end + 1;
  }
  return { type, parameters };
}

function lineEnd(text: string, start: number): number {
  const end = text.indexOf('\n', start);
  return end === -1 ? text.length : end;
}

function isEmptyLine(text: string, start: number, end: number): boolean {
  return start === end || (end === start + 1 && text[start] === '\r');
}
