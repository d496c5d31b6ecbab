import type { Socket } from 'node:net';
import { Connection, type CloseReason, type ConnectionOptions } from '@/core/periodic/connection';
import { PERIODIC_LIMITS } from '@/core/periodic/limits';
import type { Budget } from './budget';

/**
 * One socket and the connection it carries.
 *
 * Answers of one tick leave together: a system call an answer would cost more than the rest. While the other side does
 * not read its answers, or the store is slow with its requests, nothing more is read from it; if it makes us keep more
 * than is reasonable all the same, it is cut off.
 */

/** Unsent bytes over which nothing more is read. */
const SLOW_BYTES = 1024 * 1024;
/** Unsent bytes over which a further answer cuts the connection off: the largest answer there is, and some more. */
const MAX_UNSENT_BYTES = PERIODIC_LIMITS.maxDumpBytes + 64 * 1024 * 1024;
/** How long a closed connection may take to be read to its end. */
const FAREWELL_MS = 2000;
/** Small answers are joined; copying a large one would cost more than it saves. */
const JOINED_BYTES = 16 * 1024;

type PeerCloseReason = CloseReason | 'does-not-read' | 'no-memory';

interface PeerOptions extends Omit<ConnectionOptions, 'outlet' | 'nowMs' | 'dueChanged'> {
  readonly budget: Budget;
  readonly closed: (reason: PeerCloseReason | undefined) => void;
}

export class Peer {
  private readonly connection: Connection;
  private unsent: Uint8Array[] = [];
  private unsentBytes = 0;
  private isStoreBusy = false;
  private reason: PeerCloseReason | undefined;
  private timer: NodeJS.Timeout | undefined;
  private timerAtMs = Infinity;

  constructor(
    private readonly socket: Socket,
    private readonly options: PeerOptions,
  ) {
    this.connection = new Connection({
      ...options,
      nowMs: () => performance.now(),
      dueChanged: () => this.setTimer(),
      outlet: {
        send: (bytes) => this.send(bytes),
        hold: (isHeld) => {
          this.isStoreBusy = isHeld;
          this.balance();
        },
        close: (reason) => this.end(reason),
      },
    });
    socket.setNoDelay(true);
    socket.on('data', (chunk) => this.received(chunk));
    socket.on('drain', () => this.balance());
    // `close` follows, and says it all.
    socket.on('error', () => undefined);
    socket.on('close', () => this.closed());
    this.setTimer();
  }

  /** Says nothing more, and lets what was said arrive. */
  end(reason?: PeerCloseReason): void {
    this.reason ??= reason;
    this.connection.closed();
    this.flush();
    this.socket.destroySoon();
    setTimeout(() => this.socket.destroy(), FAREWELL_MS).unref();
  }

  private received(chunk: Buffer): void {
    this.connection.received(chunk);
    this.balance();
  }

  private send(bytes: Uint8Array): void {
    if (this.socket.destroyed) return;
    if (this.keptBytes > MAX_UNSENT_BYTES) return this.cutOff('does-not-read');
    this.unsent.push(bytes);
    this.unsentBytes += bytes.length;
    if (this.unsent.length === 1) setImmediate(() => this.flush());
  }

  private flush(): void {
    const { unsent } = this;
    if (unsent.length === 0 || this.socket.destroyed) return;
    this.unsent = [];
    this.unsentBytes = 0;
    this.socket.cork();
    let small: Uint8Array[] = [];
    const writeSmall = () => {
      if (small.length > 0) this.socket.write(Buffer.concat(small));
      small = [];
    };
    for (const bytes of unsent) {
      if (bytes.length <= JOINED_BYTES) small.push(bytes);
      else {
        writeSmall();
        this.socket.write(bytes);
      }
    }
    writeSmall();
    this.socket.uncork();
    this.balance();
  }

  private get keptBytes(): number {
    return this.unsentBytes + this.socket.writableLength;
  }

  private balance(): void {
    if (this.socket.destroyed) return;
    const isFair = this.options.budget.account(this, this.keptBytes + this.connection.heldBytes);
    if (!isFair) return this.cutOff('no-memory');
    const isHeld = this.isStoreBusy || this.keptBytes > SLOW_BYTES;
    if (isHeld && !this.socket.isPaused()) this.socket.pause();
    else if (!isHeld && this.socket.isPaused()) this.socket.resume();
  }

  private cutOff(reason: PeerCloseReason): void {
    this.reason ??= reason;
    this.socket.destroy();
  }

  private closed(): void {
    clearTimeout(this.timer);
    this.options.budget.account(this, 0);
    this.connection.closed();
    this.options.closed(this.reason);
  }

  /** A timer that rings too early does no harm, so that one is enough while the connection is used. */
  private setTimer(): void {
    const dueMs = this.connection?.nextDueMs ?? Infinity;
    if (dueMs >= this.timerAtMs) return;
    clearTimeout(this.timer);
    this.timerAtMs = dueMs;
    const inMs = Math.max(0, Math.ceil(dueMs - performance.now()));
    this.timer = setTimeout(() => this.rang(), Math.min(inMs, 2 ** 31 - 1));
  }

  private rang(): void {
    this.timerAtMs = Infinity;
    this.connection.tick();
    this.setTimer();
  }
}
