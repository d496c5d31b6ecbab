import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { WebSocket } from 'ws';
import { ASYONLINE_PATHS, chooseProtocol, type AsyonlinePath, type Protocol } from '@/core/asyonline/protocols';
import type { Features } from '@/core/submission/draft';
import { CONNECTION_LIMITS } from '@/core/limits';
import type { Service } from '@/platform/service';
import type { Identity } from '../identity';
import { isAllowedOrigin } from '../origin';
import type { Who } from '../queue/tasks';
import { SocketServer } from '../socketServer';
import { refuse, type UpgradeRouter } from '../upgrade';
import { Connection, type ConnectionParts } from './connection';

/** The asyonline endpoint: the handshake (docs/asyonline.md, 1, 2, 7), and the connections behind it. */

interface AsyonlineEndpointOptions extends ConnectionParts {
  readonly allowedOrigins: readonly string[];
  readonly pingIntervalSeconds: number;
  readonly identity: Pick<Identity, 'whoIs' | 'strangerOf'>;
}

export class AsyonlineEndpoint implements Service {
  private readonly connections = new Map<WebSocket, { connection: Connection; missedPings: number }>();
  private readonly sockets = new SocketServer({
    maxPayload: CONNECTION_LIMITS.maxFrameBytes,
    // The name was chosen before the upgrade; a server that answers none would be refused by clients.
    handleProtocols: (_offered, request) => this.chosen.get(request) ?? false,
  });
  private readonly chosen = new WeakMap<IncomingMessage, Protocol>();
  private pinger: NodeJS.Timeout | undefined;

  constructor(private readonly options: AsyonlineEndpointOptions) {}

  open(router: UpgradeRouter): void {
    for (const path of Object.keys(ASYONLINE_PATHS) as AsyonlinePath[]) {
      router.own(path, (request, socket, head) => this.upgrade(path, request, socket, head));
    }
  }

  /** How many connections are open now. */
  get size(): number {
    return this.connections.size;
  }

  start(): void {
    this.pinger = setInterval(() => this.pingOnce(), this.options.pingIntervalSeconds * 1000);
  }

  /** Everybody is told that this front goes away. */
  stop(): void {
    clearInterval(this.pinger);
    for (const { connection } of this.connections.values()) connection.close();
  }

  private upgrade(path: AsyonlinePath, request: IncomingMessage, socket: Duplex, head: Buffer): void {
    const offered = (request.headers['sec-websocket-protocol'] ?? '').split(',').map((name) => name.trim());
    const choice = chooseProtocol(path, offered);
    if (!choice.ok) return refuse(socket, 400, choice.failure.message);
    this.chosen.set(request, choice.protocol);
    this.sockets.handleUpgrade(request, socket, head, (webSocket) => this.accept(webSocket, choice.features, request));
  }

  private accept(socket: WebSocket, features: Features, request: IncomingMessage): void {
    const connection = new Connection(socket, features, this.whoIs(request), this.options);
    const entry = { connection, missedPings: 0 };
    this.connections.set(socket, entry);
    socket.on('pong', () => (entry.missedPings = 0));
    socket.on('close', () => this.connections.delete(socket));
  }

  private whoIs(request: IncomingMessage): Who {
    const { identity, allowedOrigins } = this.options;
    if (!isAllowedOrigin(request, allowedOrigins)) return identity.strangerOf(request);
    const who = identity.whoIs(request);
    // Those without a cookie may be several at one address.
    return { ...who, remembers: who.client !== identity.strangerOf(request).client };
  }

  pingOnce(): void {
    for (const [socket, entry] of this.connections) {
      if (entry.missedPings >= CONNECTION_LIMITS.maxMissedPings) {
        this.options.log.info('a client did not answer pings');
        socket.terminate();
      } else {
        entry.missedPings += 1;
        socket.ping();
      }
    }
  }
}
