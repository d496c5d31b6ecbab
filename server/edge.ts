import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { EDGE_LIMITS } from '@/core/limits';
import { ALWAYS_HEADERS } from './headers';
import { BASE_PATH, withoutBase } from '@/core/basePath';

/**
 * What is judged of every request before anybody looks at what it wants (docs/security.md, "Before any render"). What is
 * behind it (Next, socket.io, parsers of headers) takes more than linear time for some of what a stranger can send, so
 * such requests go no further than this.
 */

export interface Refusal {
  readonly status: number;
  readonly words: string;
}

/** Lists with separators, read by code of others. */
const LIST_HEADERS = new Set([
  ...['accept', 'accept-charset', 'accept-encoding', 'accept-language', 'cache-control', 'connection', 'content-type'],
  ...[
    'expect',
    'forwarded',
    'host',
    'if-match',
    'if-modified-since',
    'if-none-match',
    'if-range',
    'if-unmodified-since',
  ],
  ...['origin', 'prefer', 'range', 'sec-websocket-extensions', 'sec-websocket-protocol', 'te', 'upgrade', 'via'],
  ...['x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto'],
]);

type Judged = Pick<IncomingMessage, 'url' | 'headers' | 'rawHeaders' | 'httpVersion'>;

/** Undefined: it may go on. */
export function judgeRequest({ url = '/', headers, rawHeaders, httpVersion }: Judged): Refusal | undefined {
  return judgeQuery(url) ?? judgeCount(rawHeaders) ?? judgeMeaning(headers, httpVersion) ?? judgeHeaders(headers);
}

/** Only programs that are rendered have long addresses, and these have routes of their own. */
export function judgePagePath(url: string): Refusal | undefined {
  const [path = ''] = url.split('?', 1);
  if (path.length <= EDGE_LIMITS.maxPagePathBytes) return undefined;
  return { status: 414, words: `The address of a page has at most ${EDGE_LIMITS.maxPagePathBytes} bytes.` };
}

function judgeQuery(url: string): Refusal | undefined {
  const start = url.indexOf('?');
  if (start < 0) return undefined;
  const { maxQueryBytes, maxQueryParameters } = EDGE_LIMITS;
  if (url.length - start - 1 > maxQueryBytes)
    return { status: 414, words: `What follows the question mark of an address has at most ${maxQueryBytes} bytes.` };
  if (url.slice(start + 1).split(/[&;]/).length > maxQueryParameters)
    return { status: 400, words: `An address has at most ${maxQueryParameters} parameters.` };
  return undefined;
}

/** Names and values take turns. */
function judgeCount({ length }: readonly string[]): Refusal | undefined {
  const { maxHeaders } = EDGE_LIMITS;
  return length / 2 > maxHeaders ? { status: 431, words: `A request has at most ${maxHeaders} headers.` } : undefined;
}

function judgeMeaning({ host, expect }: IncomingMessage['headers'], httpVersion: string): Refusal | undefined {
  if (host === undefined && httpVersion === '1.1') return { status: 400, words: 'A request needs a Host header.' };
  if (expect === undefined || /^100-continue$/i.test(expect)) return undefined;
  return { status: 417, words: 'Only "Expect: 100-continue" is understood.' };
}

function judgeHeaders(headers: IncomingMessage['headers']): Refusal | undefined {
  for (const [name, value] of Object.entries(headers)) {
    const length = Array.isArray(value) ? value.join().length : (value?.length ?? 0);
    const most = LIST_HEADERS.has(name) ? EDGE_LIMITS.maxListHeaderBytes : EDGE_LIMITS.maxHeaderBytes;
    if (length > most) return { status: 431, words: `The header ${name.slice(0, 64)} has at most ${most} bytes here.` };
  }
  return undefined;
}

/** What else a proxy sends here is not ours. */
export const OUTSIDE: Refusal = { status: 404, words: `Not found. Everything here is below ${BASE_PATH}/.` };

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

/** Puts the judgement, and the headers of every answer, before a handler. */
export function atTheEdge(handle: Handler): Handler {
  const underWay = new WeakMap<Socket, number>();
  return (request, response) => {
    // Answers wait for those before them. Browsers send one request after the other, and nobody needs many at a time.
    const { socket } = request;
    const count = (by: 1 | -1) => underWay.set(socket, (underWay.get(socket) ?? 0) + by).get(socket) ?? 0;
    if (count(1) > EDGE_LIMITS.maxRequestsOfConnection) return void socket.destroy();
    response.once('close', () => count(-1));
    for (const [name, value] of Object.entries(ALWAYS_HEADERS)) response.setHeader(name, value);
    // About the server as a whole (RFC 9110, 9.3.7); no route has this address.
    if (request.url === '*' && request.method === 'OPTIONS')
      return void response.writeHead(204, { allow: METHODS.join(', '), 'content-length': 0 }).end();
    // A proxy may name the whole address.
    const url = (request.url ?? '/').replace(/^https?:\/\/[^/?#]*(?=[/?#]|$)/i, '');
    request.url = url === '' || url.startsWith('?') ? `/${url}` : url;
    if (!request.url.startsWith('/'))
      return answer(response, { status: 400, words: 'An address begins with a slash.' });
    const inside = withoutBase(request.url);
    if (inside === undefined) return answer(response, OUTSIDE);
    request.url = inside;
    const refusal = judgeMethod(request, METHODS, response) ?? judgeRequest(request);
    return refusal === undefined ? handle(request, response) : answer(response, refusal);
  };
}

/** Whoever asks otherwise is told how to. */
export function judgeMethod(
  { method = '' }: IncomingMessage,
  allowed: readonly string[],
  response: ServerResponse,
): Refusal | undefined {
  if (allowed.includes(method)) return undefined;
  response.setHeader('allow', allowed.join(', '));
  return { status: 405, words: `${method} is not answered here.` };
}

export function answer(response: ServerResponse, { status, words }: Refusal): void {
  response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8', connection: 'close' }).end(`${words}\n`);
}
