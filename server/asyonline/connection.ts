import { createHash } from 'node:crypto';
import type { WebSocket } from 'ws';
import type { SessionEffect, SessionInput } from '@/core/asyonline/events';
import type { Features } from '@/core/submission/draft';
import { Session } from '@/core/asyonline/session';
import type { SessionLimits } from '@/core/asyonline/sessionLimits';
import type { Log } from '@/platform/log';
import type { TaskHandle, Tasks, Who } from '../queue/tasks';
import type { HeldBytes } from '../heldBytes';
import type { Unpacking } from '../unpacking';
import type { Contents } from './contents';
import { Outgoing } from './outgoing';

/**
 * One asyonline connection: the pure session, its clock, its socket and its task.
 *
 * Every frame, timer and word of the task is one input; the effects are carried out in order. When the socket closes,
 * whichever way, the session says so and aborts the task.
 */

export interface ConnectionParts {
  readonly renders: Tasks;
  readonly shells: Tasks;
  readonly contents: Contents;
  readonly limits: SessionLimits;
  /** What clients have not read yet, of all of them. */
  readonly held: HeldBytes;
  /** A client that reads nothing for so long is disconnected. */
  readonly unreadSeconds: number;
  readonly unpacking: Unpacking;
  /** Before each write to the socket. */
  readonly onWrite?: () => void;
  readonly log: Log;
}

type Frame = Extract<SessionInput, { type: 'text' | 'binary' }>;

export class Connection {
  private readonly session: Session;
  private task: TaskHandle | undefined;
  private timer: NodeJS.Timeout | undefined;
  private readonly outgoing: Outgoing;
  private readonly frames: Frame[] = [];
  private isUnpacking = false;

  constructor(
    private readonly socket: WebSocket,
    features: Features,
    private readonly who: Who,
    private readonly parts: ConnectionParts,
  ) {
    this.session = new Session({
      features,
      sha256: (bytes) => createHash('sha256').update(bytes).digest('hex'),
      now: performance.now(),
      limits: parts.limits,
    });
    this.outgoing = new Outgoing(socket, {
      unreadSeconds: parts.unreadSeconds,
      // A client that reads slowly: its backend is not read from in the meantime.
      onFull: () => this.task?.pause(),
      onDrained: () => this.task?.resume(),
      onUnread: () => this.disconnect('a client did not read what it was sent'),
      onWrite: parts.onWrite,
      holder: parts.held.open(who.address, () => this.disconnect('a client held what others needed room for')),
    });
    socket.on('message', (data: Buffer, isBinary: boolean) => {
      this.frames.push(isBinary ? { type: 'binary', bytes: data } : { type: 'text', text: data.toString('utf8') });
      this.pump();
    });
    // An oversize or invalid frame: ws answers with its own close code.
    socket.on('error', () => undefined);
    socket.on('close', () => this.handle({ type: 'client-closed' }));
    this.setTimer();
  }

  close(): void {
    this.handle({ type: 'shutting-down' });
  }

  /** In order: what comes while bytes are being unpacked waits, and nothing more is read. */
  private pump(): void {
    while (!this.isUnpacking) {
      const frame = this.frames.shift();
      if (!frame) return;
      if (frame.type === 'binary' && this.session.expectsPacked) void this.unpack(frame.bytes);
      else this.handle(frame);
    }
  }

  private async unpack(bytes: Uint8Array): Promise<void> {
    const { unpacking, limits } = this.parts;
    this.isUnpacking = true;
    this.socket.pause();
    const unpacked = await unpacking.unpack(bytes, 'deflate', limits.maxSourceBytes, this.who.address);
    this.isUnpacking = false;
    this.socket.resume();
    this.handle(
      unpacked.ok ? { type: 'binary', bytes: unpacked.value } : { type: 'unreadable', failure: unpacked.failure },
    );
    this.pump();
  }

  private handle(input: SessionInput): void {
    let effects: SessionEffect[];
    try {
      effects = this.session.handle(input, performance.now());
    } catch (error) {
      this.parts.log.error({ err: error, input: input.type }, 'bug: a session failed');
      this.task?.abort();
      this.socket.close(1011);
      return;
    }
    for (const effect of effects) this.carryOut(effect);
    this.setTimer();
  }

  private carryOut(effect: SessionEffect): void {
    switch (effect.type) {
      case 'send':
        return this.outgoing.send(effect.text, effect.bytes);
      case 'close':
        // Its answer to the close must be heard.
        this.socket.resume();
        return this.outgoing.close(effect.code);
      case 'hold-client':
        return this.socket.pause();
      case 'release-client':
        return this.socket.resume();
      case 'lookup':
        this.parts.contents.recall(effect.hashes).then(
          (contents) => this.handle({ type: 'contents-found', contents }),
          () => this.handle({ type: 'broken' }),
        );
        return;
      case 'remember':
        this.parts.contents.remember(effect.hash, effect.bytes).catch((error: unknown) => {
          this.parts.log.warn({ err: error }, 'contents could not be remembered');
        });
        return;
      case 'submit': {
        const { submission } = effect;
        const tasks = submission.kind === 'shell' ? this.parts.shells : this.parts.renders;
        this.task = tasks.submit(submission, this.who, (event) => this.handle(event));
        return;
      }
      case 'shorten':
        return this.task?.shorten(effect.durationSeconds);
      case 'input':
        return this.task?.input(effect.bytes);
      case 'signal':
        return this.task?.interrupt();
      case 'abort':
        return this.task?.abort();
    }
  }

  /** The session hears of it as of any close, and ends its task. */
  private disconnect(why: string): void {
    this.parts.log.warn({ task: this.task?.id, address: this.who.address }, why);
    this.socket.terminate();
  }

  private setTimer(): void {
    clearTimeout(this.timer);
    const { deadline } = this.session;
    if (deadline === undefined || this.session.isClosed) return;
    this.timer = setTimeout(() => this.handle({ type: 'tick' }), Math.max(0, deadline - performance.now()) + 1);
  }
}
