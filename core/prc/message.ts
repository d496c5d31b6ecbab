/**
 * The grammar of a message (docs/parallel-requests.md, 3).
 *
 * A type, then parameters, each on a line of its own. An empty line ends the parameters; the body behind it is not
 * kept, because no message uses one. Of the parameters only those are kept that some message has: this is read tens of
 * thousands of times a second.
 */
export interface Message {
  /** Trimmed and upper-cased; empty for an empty frame. */
  readonly type: string;
  /** Trimmed; undefined where there is none of that name. */
  readonly requestId: string | undefined;
  readonly requestType: string | undefined;
  readonly requestLimit: string | undefined;
  readonly waitTimeout: string | undefined;
  readonly holdTimeout: string | undefined;
}

type Name = 'request-id' | 'request-type' | 'request-limit' | 'wait-timeout' | 'hold-timeout';

/** As most clients write them: nothing is to be trimmed or changed then. */
const USUAL_TYPES = new Set(['HEARTBEAT', 'START-REQUEST', 'END-REQUEST', 'GET-REQUEST-COUNT']);

/** Never fails: what is not understood is left out, as every implementation of this protocol does. */
export function parseMessage(text: string): Message {
  const typeEnd = lineEnd(text, 0);
  const firstLine = text.slice(0, typeEnd);
  const type = USUAL_TYPES.has(firstLine) ? firstLine : firstLine.trim().toUpperCase();
  let requestId, requestType, requestLimit, waitTimeout, holdTimeout: string | undefined;
  let start = typeEnd + 1;
  // Looked for only when the last one lies behind us: lines without a colon must not make the search quadratic.
  let colon = -1;
  while (start < text.length) {
    const end = lineEnd(text, start);
    if (isEmptyLine(text, start, end)) break;
    if (colon < start) colon = text.indexOf(':', start);
    if (colon === -1) break;
    if (colon > start && colon < end) {
      const name = nameOf(text, start, colon);
      if (name === 'request-id') requestId = valueOf(text, colon + 1, end);
      else if (name === 'request-type') requestType = valueOf(text, colon + 1, end);
      else if (name === 'request-limit') requestLimit = valueOf(text, colon + 1, end);
      else if (name === 'wait-timeout') waitTimeout = valueOf(text, colon + 1, end);
      else if (name === 'hold-timeout') holdTimeout = valueOf(text, colon + 1, end);
    }
    start = end + 1;
  }
  return { type, requestId, requestType, requestLimit, waitTimeout, holdTimeout };
}

/** Some text, trimmed and lower-cased, unless it is one of the usual names in their usual form. */
function nameOf(text: string, start: number, end: number): Name | string {
  const length = end - start;
  if (length === 10 && text.startsWith('Request-ID', start)) return 'request-id';
  if (length === 12 && text.startsWith('Request-Type', start)) return 'request-type';
  if (length === 13 && text.startsWith('Request-Limit', start)) return 'request-limit';
  return text.slice(start, end).trim().toLowerCase();
}

const SPACE = 0x20;
const TILDE = 0x7e;

function valueOf(text: string, start: number, end: number): string {
  const from = text.charCodeAt(start) === SPACE ? start + 1 : start;
  const [first, last] = [text.charCodeAt(from), text.charCodeAt(end - 1)];
  const isTrimmed = from < end && first > SPACE && first <= TILDE && last > SPACE && last <= TILDE;
  return isTrimmed ? text.slice(from, end) : text.slice(start, end).trim();
}

function lineEnd(text: string, start: number): number {
  const end = text.indexOf('\n', start);
  return end === -1 ? text.length : end;
}

function isEmptyLine(text: string, start: number, end: number): boolean {
  return start === end || (end === start + 1 && text[start] === '\r');
}
