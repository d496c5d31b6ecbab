import type { WebSocket } from 'ws';
import { STREAM_LIMITS } from '@/core/limits';
import { encodeFromBackend, type FromBackend, type Timings } from '@/core/wire/wire';
import type { Spool, SpoolFile } from './spool';

/**
 * The connection to the front, which may come after the first messages: they wait.
 *
 * A front reads no faster than its client. What it does not take waits: the results of a render on disk, so that its
 * backend is free; whoever sends anything else, a shell above all, is told to wait, and reads nothing more from its
 * program. A front that does not take what there is within some time is disconnected, which ends the task.
 */

/** What all connections of a worker have in memory and not sent yet. */
export interface Unsent {
  bytes: number;
}

export interface FrontConnectionOptions {
  /** What took time before the run, told with its results and its end. */
  readonly earlier: Timings;
  /** Which versions draw here, told with the end. */
  readonly toolchain: string;
  readonly unsent: Unsent;
  /** For results that come when their program has ended. */
  readonly spool?: Spool;
  readonly patienceSeconds: number;
  /** It is given up, and its front disconnected. */
  readonly onUnread: () => void;
}

/** In memory, or in the spool. */
type Piece = { readonly isLast: boolean } & ({ readonly bytes: Uint8Array } | { readonly at: number; length: number });

export class FrontConnection {
  private socket: WebSocket | undefined;
  private file: SpoolFile | undefined;
  private readonly waiting: Piece[] = [];
  private readonly senders = new Set<() => void>();
  private unsentBytes = 0;
  private memoryBytes = 0;
  private inSocketBytes = 0;
  private patience: NodeJS.Timeout | undefined;
  private state: 'open' | 'ending' | 'closed' = 'open';
  private isReleased = false;

  constructor(private readonly options: FrontConnectionOptions) {}

  open(socket: WebSocket): void {
    this.socket = socket;
    socket.on('close', () => this.close());
    if (this.state === 'closed') return socket.terminate();
    this.pump();
  }

  /** Resolves when more may be sent. What is sent after the end goes nowhere. */
  send(message: FromBackend): Promise<void> {
    if (this.state !== 'open') return Promise.resolve();
    const { earlier, toolchain } = this.options;
    const hasTimings = (message.type === 'ended' || message.type === 'result') && message.timings;
    const timed = hasTimings ? { ...message, timings: { ...earlier, ...message.timings } } : message;
    const frame = encodeFromBackend(timed.type === 'ended' ? { ...timed, toolchain } : timed);
    let isTooMuch = false;
    frame.forEach((bytes, i) => {
      const hadRoom = this.hasRoom;
      const isSpooled = this.push(bytes, i === frame.length - 1, message.type === 'result');
      isTooMuch ||= !hadRoom && !isSpooled;
      this.pump();
    });
    if (!isTooMuch || this.hasRoom) return Promise.resolve();
    this.watch();
    return new Promise((resolve) => this.senders.add(resolve));
  }

  /** Nobody waits any more: the task was stopped. What is unsent still goes out, if the front takes it in time. */
  release(): void {
    this.isReleased = true;
    this.wake();
  }

  /** After everything has been sent. */
  end(): void {
    if (this.state !== 'open') return;
    this.state = 'ending';
    this.pump();
    if (this.unsentBytes > 0) this.watch();
  }

  /** What is unsent goes nowhere, and the front sees that nothing more will come. */
  close(): void {
    if (this.state === 'closed') return;
    this.state = 'closed';
    clearTimeout(this.patience);
    this.waiting.length = 0;
    this.file?.close();
    this.count(-this.memoryBytes);
    this.wake();
    this.socket?.terminate();
  }

  private get hasRoom(): boolean {
    if (this.state === 'closed' || this.isReleased || this.memoryBytes === 0) return true;
    const { pauseBytes, maxUnsentBytes } = STREAM_LIMITS;
    return this.memoryBytes <= pauseBytes && this.options.unsent.bytes <= maxUnsentBytes;
  }

  /** Whether it went to the spool. */
  private push(bytes: Uint8Array, isLast: boolean, isResult: boolean): boolean {
    this.unsentBytes += bytes.length;
    const at = isResult && (this.file || !this.hasRoom) ? this.spooled(bytes) : undefined;
    if (at === undefined) this.count(bytes.length);
    // A piece in memory would keep the whole result there, of which the rest is on disk.
    const kept = () => (isResult && this.options.spool ? new Uint8Array(bytes) : bytes);
    this.waiting.push(at === undefined ? { isLast, bytes: kept() } : { isLast, at, length: bytes.length });
    return at !== undefined;
  }

  private spooled(bytes: Uint8Array): number | undefined {
    this.file ??= this.options.spool?.open(() => this.giveUp());
    return this.file?.write(bytes);
  }

  private pump(): void {
    const { socket } = this;
    if (!socket || this.state === 'closed') return;
    while (this.inSocketBytes < STREAM_LIMITS.pauseBytes) {
      const next = this.waiting.shift();
      if (!next) break;
      const bytes = 'bytes' in next ? next.bytes : this.file?.read(next.at, next.length);
      if (!bytes) break;
      if (!('bytes' in next)) this.count(bytes.length);
      this.inSocketBytes += bytes.length;
      socket.send(bytes, { binary: true, fin: next.isLast }, () => this.sent(bytes.length));
    }
    if (this.state === 'ending' && this.waiting.length === 0) socket.close();
  }

  private sent(bytes: number): void {
    if (this.state === 'closed') return;
    this.inSocketBytes -= bytes;
    this.unsentBytes -= bytes;
    this.count(-bytes);
    this.pump();
    if (this.hasRoom) this.wake();
    if (this.unsentBytes > 0) return;
    clearTimeout(this.patience);
    this.patience = undefined;
  }

  /** Time is counted until nothing is unsent: one that takes a little now and then would be waited for for ever. */
  private watch(): void {
    this.patience ??= setTimeout(() => this.giveUp(), this.options.patienceSeconds * 1000);
  }

  private giveUp(): void {
    if (this.state === 'closed') return;
    this.options.onUnread();
    this.close();
  }

  private count(bytes: number): void {
    this.memoryBytes += bytes;
    this.options.unsent.bytes += bytes;
  }

  private wake(): void {
    for (const resolve of this.senders) resolve();
    this.senders.clear();
  }
}
