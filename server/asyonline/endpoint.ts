import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { WebSocket } from 'ws';
import { ASYONLINE_PATHS, chooseProtocol, type AsyonlinePath, type Protocol } from '@/core/asyonline/protocols';
import { ChurnMap } from '@/core/churnMap';
import type { Features } from '@/core/submission/draft';
import { CONNECTION_LIMITS } from '@/core/limits';
import type { Service } from '@/platform/service';
import { writeTogether } from '@/platform/writeTogether';
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
  private readonly connections = new ChurnMap<{ socket: WebSocket; connection: Connection; missedPings: number }>();
  private nextKey = 0;
  private readonly sockets = new SocketServer({
    maxPayload: CONNECTION_LIMITS.maxFrameBytes,
    clientTracking: false,
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
    this.sockets.handleUpgrade(request, socket, head, (webSocket) =>
      this.accept(webSocket, choice.features, request, () => writeTogether(socket)),
    );
  }

  private accept(socket: WebSocket, features: Features, request: IncomingMessage, onWrite: () => void): void {
    const connection = new Connection(socket, features, this.whoIs(request), { ...this.options, onWrite });
    const entry = { socket, connection, missedPings: 0 };
    const key = `c${this.nextKey++}`;
    this.connections.set(key, entry);
    socket.on('pong', () => (entry.missedPings = 0));
    socket.on('close', () => this.connections.delete(key));
  }

  private whoIs(request: IncomingMessage): Who {
    const { identity, allowedOrigins } = this.options;
    if (!isAllowedOrigin(request, allowedOrigins)) return identity.strangerOf(request);
    const who = identity.whoIs(request);
    // Those without a cookie may be several at one address.
    return { ...who, remembers: who.client !== identity.strangerOf(request).client };
  }

  pingOnce(): void {
    for (const entry of this.connections.values()) {
      const { socket } = entry;
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
