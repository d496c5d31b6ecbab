import { readFileSync } from 'node:fs';
import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { EDGE_LIMITS } from '@/core/limits';
import type { AddressList } from '@/platform/addressList';
import type { Log } from '@/platform/log';
import { networkOf } from './identity';
import { refuse } from './upgrade';

/**
 * How many connections a front has, in all and of one address, whatever is done with them: each takes a descriptor, and
 * without one nobody gets in. Those of proxies that we trust are many people's and count in all only.
 */

interface ConnectionLimits {
  readonly inAll: number;
  readonly perAddress: number;
}

/** By the descriptors that this process may have. */
export function connectionLimits(descriptors = openFileLimit()): ConnectionLimits {
  const inAll = Math.min(EDGE_LIMITS.maxConnections, Math.floor(descriptors * EDGE_LIMITS.descriptorShare));
  return { inAll, perAddress: Math.max(1, Math.floor(inAll * EDGE_LIMITS.addressShare)) };
}

export class Connections {
  private readonly counts = new Map<string, number>();
  private inAll = 0;
  private refused = 0;
  private warnedAt = Number.NEGATIVE_INFINITY;

  constructor(
    private readonly limits: ConnectionLimits,
    private readonly trustedProxies: AddressList,
    private readonly log: Log,
  ) {}

  watch(server: Server): void {
    // Slow ones are ended by the server itself.
    server.headersTimeout = EDGE_LIMITS.headersSeconds * 1000;
    server.requestTimeout = EDGE_LIMITS.requestSeconds * 1000;
    server.keepAliveTimeout = EDGE_LIMITS.keepAliveSeconds * 1000;
    // They are counted at the edge: those beyond this would be dropped, and what a proxy adds comes last.
    server.maxHeadersCount = 0;
    server.prependListener('connection', (socket) => this.take(socket));
  }

  private take(socket: Socket): void {
    const { address, isTrusted } = networkOf(socket.remoteAddress ?? 'unknown', this.trustedProxies);
    const count = this.counts.get(address) ?? 0;
    this.counts.set(address, count + 1);
    this.inAll += 1;
    socket.once('close', () => this.leave(address));
    if (this.inAll > this.limits.inAll)
      return this.turnAway(socket, 503, 'This server has all the connections it can have.');
    if (!isTrusted && count >= this.limits.perAddress)
      this.turnAway(socket, 429, `Your address has ${this.limits.perAddress} connections open, and may have no more.`);
  }

  private leave(address: string): void {
    this.inAll -= 1;
    const count = (this.counts.get(address) ?? 1) - 1;
    if (count > 0) this.counts.set(address, count);
    else this.counts.delete(address);
  }

  private turnAway(socket: Socket, status: number, words: string): void {
    // It is turned away: how it goes does not matter.
    socket.on('error', () => undefined);
    refuse(socket, status, words, EDGE_LIMITS.retrySeconds);
    // Whoever does not read it is not waited for.
    socket.destroySoon();
    this.refused += 1;
    const now = performance.now();
    if (now - this.warnedAt < WARN_MS) return;
    this.warnedAt = now;
    this.log.warn({ status, open: this.inAll, refused: this.refused }, 'connections are turned away');
  }
}

const WARN_MS = 10_000;
/** What most systems give where nobody says otherwise. */
const USUAL_DESCRIPTORS = 1024;

function openFileLimit(): number {
  try {
    const [, soft] = /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? [];
    return soft === undefined ? EDGE_LIMITS.maxConnections : Number(soft);
  } catch {
    return USUAL_DESCRIPTORS;
  }
}
