import { timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import path from 'node:path';
import type { Duplex } from 'node:stream';
import { WebSocketServer, type WebSocket } from 'ws';
import { OUTPUT_LIMITS } from '@/core/limits';
import type { WorkerTls } from '@/platform/workerTls';

/**
 * Where fronts reach this worker's backends: one-time addresses, a WebSocket each.
 *
 * On one machine it is a unix socket that only our user can open. On several it is host:port, with TLS if there is a
 * certificate, and a front shows the shared secret. An address is good for one connection, and only while its task waits for it.
 */

interface SocketServerOptions {
  readonly runFolder: string;
  readonly worker: string;
  readonly address: string | undefined;
  readonly secret: string | undefined;
  /** For `address` only: a unix socket needs none. */
  readonly tls: WorkerTls['identity'];
}

type Offer = (socket: WebSocket) => void;

const nothingHere = (_request: IncomingMessage, response: ServerResponse) => void response.writeHead(404).end();

export class SocketServer {
  private readonly offers = new Map<string, Offer>();
  private readonly http: Server;
  private readonly origin: string;
  private readonly sockets = new WebSocketServer({
    noServer: true,
    perMessageDeflate: false,
    // Input of a shell is the largest thing a front sends.
    maxPayload: OUTPUT_LIMITS.maxOutputBytes,
  });

  constructor(private readonly options: SocketServerOptions) {
    const { address, tls } = options;
    const isTls = address !== undefined && tls !== undefined;
    this.http = isTls ? createTlsServer(tls, nothingHere) : createServer(nothingHere);
    this.origin = address === undefined ? `ws+unix:${this.socketPath}:` : `${isTls ? 'wss' : 'ws'}://${address}`;
    this.http.on('upgrade', (request, socket, head) => this.upgrade(request, socket, head));
  }

  async listen(): Promise<void> {
    const [host, port] = this.options.address?.split(/:(?=\d+$)/) ?? [];
    await new Promise<void>((resolve, reject) => {
      this.http.once('error', reject);
      if (host !== undefined) this.http.listen(Number(port), host, resolve);
      else this.http.listen(this.socketPath, resolve);
    });
  }

  /** The address at which exactly one connection is accepted, until it is withdrawn. */
  offer(token: string, accept: Offer): { url: string; withdraw: () => void } {
    this.offers.set(token, accept);
    return { url: `${this.origin}/task/${token}`, withdraw: () => void this.offers.delete(token) };
  }

  close(): void {
    this.http.close();
    this.sockets.close();
  }

  private get socketPath(): string {
    return path.join(this.options.runFolder, `${this.options.worker}.sock`);
  }

  private upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    // Of a connection that is refused nobody wants to know more; an accepted one has its own handler.
    socket.on('error', () => undefined);
    const token = /^\/task\/([\w-]+)$/.exec(request.url ?? '')?.[1] ?? '';
    const accept = this.offers.get(token);
    if (!accept || !this.isTrusted(request.headers.authorization)) {
      socket.end('HTTP/1.1 404 Not Found\r\nConnection: close\r\nContent-Length: 0\r\n\r\n');
      return;
    }
    this.offers.delete(token);
    this.sockets.handleUpgrade(request, socket, head, accept);
  }

  private isTrusted(authorization: string | undefined): boolean {
    const { secret } = this.options;
    if (secret === undefined) return true;
    const [given, wanted] = [Buffer.from(authorization ?? ''), Buffer.from(`Bearer ${secret}`)];
    return given.length === wanted.length && timingSafeEqual(given, wanted);
  }
}
