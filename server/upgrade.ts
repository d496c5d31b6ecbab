import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { withoutBase } from '@/core/basePath';
import { judgeRequest, OUTSIDE, type Refusal } from './edge';
import { ALWAYS_HEADERS } from './headers';
import { UnfinishedMessages } from './unfinishedMessages';

/**
 * The one place where connections turn into sockets. Each endpoint owns a path; a path that nobody owns is answered with
 * 404. (More than one listener on `upgrade` makes them close each other's sockets.)
 */

type UpgradeEndpoint = (request: IncomingMessage, socket: Duplex, head: Buffer, path: string) => void;

export class UpgradeRouter {
  private readonly exact = new Map<string, UpgradeEndpoint>();
  private readonly prefixes: [string, UpgradeEndpoint][] = [];

  private readonly unfinished = new UnfinishedMessages();

  /** `hold` answers after how many seconds a flooding address may come again, or nothing. */
  constructor(
    private readonly hold: (request: IncomingMessage) => Promise<number | undefined>,
    private readonly addressOf: (request: IncomingMessage) => string,
    /** What else is wrong with a request. */
    private readonly judge: (request: IncomingMessage) => Refusal | undefined = () => undefined,
  ) {}

  listen(server: Server): void {
    server.on('upgrade', (request, socket, head) => {
      // Whoever owns it hears of its close.
      socket.on('error', () => socket.destroy());
      void this.route(request, socket, head);
    });
  }

  private async route(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    const inside = withoutBase(request.url ?? '/');
    if (inside === undefined) return refuse(socket, OUTSIDE.status, OUTSIDE.words);
    request.url = inside;
    const refusal = judgeRequest(request) ?? judgeHandshake(request) ?? this.judge(request);
    if (refusal !== undefined) return refuse(socket, refusal.status, refusal.words);
    const seconds = await this.hold(request);
    if (seconds !== undefined)
      return refuse(socket, 429, `Too many connections from your address; try again in ${seconds} s.`, seconds);
    const path = (request.url ?? '/').split('?')[0] ?? '/';
    const endpoint = this.exact.get(path) ?? this.prefixes.find(([prefix]) => path.startsWith(prefix))?.[1];
    if (endpoint) {
      // Both begin to listen in this moment, so that neither misses anything. The endpoint puts `head` back into the
      // stream: to whoever listened before, it would come at once, and to the endpoint never.
      endpoint(request, socket, head, path);
      this.unfinished.watch(socket, this.addressOf(request));
    } else refuse(socket, 404, 'Not found. No WebSocket is served at this path.');
  }

  own(path: string, endpoint: UpgradeEndpoint): void {
    this.exact.set(path, endpoint);
  }

  /** Everything below `prefix`, unless a whole path is owned by another endpoint. */
  ownBelow(prefix: string, endpoint: UpgradeEndpoint): void {
    this.prefixes.push([prefix, endpoint]);
  }
}

/** What endpoints would answer by themselves, each in its own way (RFC 6455, 4.2.1). */
function judgeHandshake({ method, headers }: IncomingMessage): Refusal | undefined {
  const { upgrade = '', 'sec-websocket-key': key = '', 'sec-websocket-version': version } = headers;
  if (method !== 'GET') return { status: 405, words: 'A WebSocket is opened with GET.' };
  if (upgrade.toLowerCase() !== 'websocket')
    return { status: 404, words: 'Not found. Connections are upgraded to WebSockets only.' };
  if (!/^[+/0-9A-Za-z]{22}==$/.test(key)) return { status: 400, words: 'Sec-WebSocket-Key is missing or invalid.' };
  if (version !== '13') return { status: 400, words: 'Sec-WebSocket-Version must be 13.' };
  return undefined;
}

const REASONS: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  408: 'Request Timeout',
  414: 'URI Too Long',
  417: 'Expectation Failed',
  429: 'Too Many Requests',
  431: 'Request Header Fields Too Large',
  503: 'Service Unavailable',
};

/** Answers an upgrade with plain HTTP and words. */
export function refuse(socket: Duplex, status: number, message: string, retryAfterSeconds?: number): void {
  const head = [
    `HTTP/1.1 ${status} ${REASONS[status] ?? 'Error'}`,
    'Connection: close',
    'Content-Type: text/plain; charset=utf-8',
    ...(retryAfterSeconds === undefined ? [] : [`Retry-After: ${retryAfterSeconds}`]),
    ...Object.entries(ALWAYS_HEADERS).map(([name, value]) => `${name}: ${value}`),
    `Content-Length: ${Buffer.byteLength(message)}`,
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${message}`);
}
