import { timingSafeEqual } from 'node:crypto';
import { rmSync } from 'node:fs';
import { connect, createServer, isIP, type AddressInfo, type Server, type Socket } from 'node:net';
import { failure } from '@/core/errors';
import { refusal, success, type Result } from '@/core/result';
import { isWelcome, mayListen } from '@/core/periodic/access';
import type { Exchange } from '@/core/periodic/exchange';
import { PERIODIC_LIMITS } from '@/core/periodic/limits';
import type { Log } from '@/platform/log';
import { networkOf } from '../identity';
import type { TokenGuesses } from '../tokenGuesses';
import { Budget } from './budget';
import { Peer } from './peer';

/** The Periodic endpoint: a TCP port, and a unix socket if one is configured (docs/periodic.md, 9). */

export interface PeriodicEndpointOptions {
  readonly exchange: Exchange;
  /** Begins the names of workers: no other front has it. */
  readonly front: string;
  readonly token: string | undefined;
  readonly allowsShutdown: boolean;
  readonly guesses: TokenGuesses;
  readonly log: Log;
}

export class PeriodicEndpoint {
  private readonly servers: Server[] = [];
  private readonly peers = new Set<Peer>();
  private readonly budget = new Budget(PERIODIC_LIMITS.maxKeptBytes, PERIODIC_LIMITS.freeKeptBytes);
  /** How many connections each other machine has. */
  private readonly remote = new Map<string, number>();
  private lastConnection = 0;

  constructor(private readonly options: PeriodicEndpointOptions) {}

  /** The address that is listened on. */
  async openPort(host: string, port: number): Promise<Result<string>> {
    if (!mayListen(isLoopback(host), this.options.token)) {
      const args = `Periodic does not listen on ${host}: other machines may come in only if PERIODIC_TOKEN is set.`;
      return refusal(failure('config', args));
    }
    const server = this.server((socket) => isLoopback(socket.remoteAddress ?? ''));
    const wrong = await listen(server, { host, port });
    if (wrong !== undefined) {
      const why = wrong === 'EADDRINUSE' ? 'is taken; PERIODIC_PORT chooses another' : `cannot be used (${wrong})`;
      return refusal(failure('config', `Periodic does not listen: port ${port} on ${host} ${why}.`));
    }
    const bound = server.address() as AddressInfo;
    return success(`tcp://${isIP(bound.address) === 6 ? `[${bound.address}]` : bound.address}:${bound.port}`);
  }

  async openSocket(path: string): Promise<Result<string>> {
    const server = this.server(() => true);
    let wrong = await listen(server, { path });
    if (wrong === 'EADDRINUSE' && !(await answers(path))) {
      // Left behind by a process that was killed.
      rmSync(path, { force: true });
      wrong = await listen(server, { path });
    }
    if (wrong === undefined) return success(`unix://${path}`);
    const why = wrong === 'EADDRINUSE' ? 'another process listens there' : wrong;
    return refusal(failure('config', `Periodic does not listen on the unix socket ${path}: ${why}.`));
  }

  /** How many connections are open now. */
  get size(): number {
    return this.peers.size;
  }

  stop(): void {
    for (const server of this.servers) server.close();
    for (const peer of this.peers) peer.end();
  }

  private server(isLocal: (socket: Socket) => boolean): Server {
    const server = createServer((socket) => this.accept(socket, isLocal(socket)));
    server.maxConnections = PERIODIC_LIMITS.maxConnections;
    server.on('error', (error) => this.options.log.error({ err: error }, 'the periodic endpoint'));
    this.servers.push(server);
    return server;
  }

  private accept(socket: Socket, isLocal: boolean): void {
    const { exchange, front, token, allowsShutdown, guesses, log } = this.options;
    // Who has closed already has none.
    const { address } = networkOf(socket.remoteAddress ?? 'unix socket');
    const check = (given: string, expected: string) => {
      const looked = guesses.checkNow(address, given, () => isSameSecret(given, expected));
      return looked.ok && looked.found === true;
    };
    if (!isLocal && !this.countIn(address)) {
      log.warn({ address }, 'an address has too many periodic connections');
      socket.destroy();
      return;
    }
    this.lastConnection += 1;
    const peer = new Peer(socket, {
      exchange,
      connectionId: this.lastConnection,
      worker: `${front}.${this.lastConnection}`,
      isWelcome: (registration) => isWelcome(registration, isLocal, { token, isSameSecret: check }),
      shutdown: allowsShutdown ? () => this.shutDown() : undefined,
      budget: this.budget,
      closed: (reason) => {
        this.peers.delete(peer);
        if (!isLocal) this.countOut(address);
        if (reason !== undefined) log.debug({ reason, address: socket.remoteAddress }, 'a periodic connection ended');
      },
    });
    this.peers.add(peer);
  }

  private countIn(address: string): boolean {
    const open = this.remote.get(address) ?? 0;
    if (open >= PERIODIC_LIMITS.maxConnectionsPerAddress) return false;
    this.remote.set(address, open + 1);
    return true;
  }

  private countOut(address: string): void {
    const open = (this.remote.get(address) ?? 0) - 1;
    if (open > 0) this.remote.set(address, open);
    else this.remote.delete(address);
  }

  private shutDown(): void {
    this.options.log.warn('a client has shut the periodic endpoint; it opens again with the next start');
    this.stop();
  }
}

/** Undefined: it listens. Otherwise the code of the error. */
function listen(server: Server, where: { host: string; port: number } | { path: string }): Promise<string | undefined> {
  return new Promise((resolve) => {
    const failed = (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message);
    server.once('error', failed);
    server.listen(where, () => {
      server.off('error', failed);
      resolve(undefined);
    });
  });
}

function answers(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = connect(path, () => {
      probe.destroy();
      resolve(true);
    });
    // Nobody listens there.
    probe.on('error', () => resolve(false));
  });
}

function isLoopback(address: string): boolean {
  return address === 'localhost' || address === '::1' || /^(?:::ffff:)?127\.\d+\.\d+\.\d+$/.test(address);
}

/** `given` is a byte text, as it came; the configured one is UTF-8. */
function isSameSecret(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given, 'latin1'), Buffer.from(expected, 'utf8')];
  return a.length === b.length && timingSafeEqual(a, b);
}
