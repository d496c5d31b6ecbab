/**
 * A program of Asymptote cut into code, comments and strings, in one pass. What is not closed reaches to the end: a
 * program that is being written has open ones.
 */

export interface Segment {
  readonly kind: 'code' | 'comment' | 'string';
  /** UTF-16 units, with its marks. */
  readonly from: number;
  /** After the last one. */
  readonly to: number;
}

export function segmentsOf(code: string): Segment[] {
  const segments: Segment[] = [];
  let codeFrom = 0;
  let at = 0;
  while (at < code.length) {
    const end = endOfSpecial(code, at);
    if (end === undefined) {
      at += 1;
      continue;
    }
    if (codeFrom < at) segments.push({ kind: 'code', from: codeFrom, to: at });
    segments.push({ kind: code.charAt(at) === '/' ? 'comment' : 'string', from: at, to: end });
    at = end;
    codeFrom = end;
  }
  if (codeFrom < code.length) segments.push({ kind: 'code', from: codeFrom, to: code.length });
  return segments;
}

/** Where the comment or string that begins here ends, if one does. */
function endOfSpecial(code: string, at: number): number | undefined {
  const character = code.charAt(at);
  if (character === '"' || character === "'") return endOfString(code, at, character);
  if (character !== '/') return undefined;
  if (code.charAt(at + 1) === '/') return found(code.indexOf('\n', at), 0, code);
  if (code.charAt(at + 1) === '*') return found(code.indexOf('*/', at + 2), 2, code);
  return undefined;
}

function endOfString(code: string, start: number, quote: string): number {
  for (let at = start + 1; at < code.length; at += 1) {
    if (code.charAt(at) === '\\') at += 1;
    else if (code.charAt(at) === quote) return at + 1;
  }
  return code.length;
}

function found(index: number, length: number, code: string): number {
  return index < 0 ? code.length : index + length;
}
