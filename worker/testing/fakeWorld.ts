import { EventEmitter } from 'node:events';
import { PassThrough } from 'node:stream';
import { STREAM_LIMITS } from '@/core/limits';
import { DEFAULT_SUBMISSION_OPTIONS } from '@/core/submission/submission';
import { createLog } from '@/platform/log';
import { KEYS } from '@/platform/redis/keys';
import { Backend, type BackendParts } from '../backend';
import { Load } from '../load';

/** A backend with everything around it moved by hand: Redis, the front, and jails that start and end when told to. */

export class FakeSocket extends EventEmitter {
  readonly sent: Uint8Array[] = [];
  isOpen = true;
  /** What the other end has not read. */
  readonly unread: (() => void)[] = [];
  isReading = true;

  send(data: Uint8Array, _options: unknown, done: () => void): void {
    this.sent.push(data);
    if (this.isReading) queueMicrotask(done);
    else this.unread.push(done);
  }

  close(): void {
    this.terminate();
  }

  terminate(): void {
    if (!this.isOpen) return;
    this.isOpen = false;
    this.emit('close');
  }

  pause(): void {}
  resume(): void {}
}

export class FakeJail {
  readonly output = new PassThrough();
  readonly errors = undefined;
  readonly input = undefined;
  readonly folder = { names: () => [], stat: () => undefined, read: () => undefined };
  hasEnded = false;
  isGone = false;
  kills = 0;
  killsWhenGone = 0;
  private tellEnd: (end: object) => void = () => undefined;
  private tellExit: (end: object) => void = () => undefined;
  readonly ended = new Promise<object>((resolve) => (this.tellEnd = resolve));
  readonly exited = new Promise<object>((resolve) => (this.tellExit = resolve));

  constructor(readonly task: string) {}

  kill(): void {
    if (this.isGone) this.killsWhenGone += 1;
    else this.kills += 1;
  }

  /** The program is over; the rest of its jail is not. */
  end(): void {
    if (this.hasEnded) return;
    this.hasEnded = true;
    this.output.end();
    this.tellEnd(this.how());
  }

  exit(): void {
    if (this.isGone) return;
    this.end();
    this.isGone = true;
    this.tellExit(this.how());
  }

  private how(): object {
    const usage = { outOfMemory: false, abandoned: false, peakMemoryBytes: 0, cpuMs: 0 };
    return { code: this.kills > 0 ? 137 : 0, signal: null, ...usage };
  }
}

export class FakeWorld {
  readonly jails: FakeJail[] = [];
  /** `isInTime`: its program had ended; of one that was given back, its whole jail. */
  readonly finished: { task: string; isInTime: boolean }[] = [];
  /** Given, and not yet answered. */
  readonly takes: ((isGranted: boolean) => void)[] = [];
  readonly starts: (() => void)[] = [];
  readonly fronts = new Map<string, FakeSocket>();
  private readonly invitations = new Map<string, string>();
  private readonly offers = new Map<string, (socket: FakeSocket) => void>();
  readonly backend: Backend;

  constructor() {
    const parts = {
      redis: {
        xadd: async (stream: string, _id: string, _field: string, text: string) => {
          if (stream !== KEYS.incoming) void this.invite(JSON.parse(text) as { task: string; url: string });
        },
      },
      source: { take: ({ permit }: { permit: string }) => this.take(permit) },
      socketServer: {
        offer: (token: string, accept: (socket: FakeSocket) => void) => {
          this.offers.set(token, accept);
          return { url: token, withdraw: () => this.offers.delete(token) };
        },
      },
      slots: { giveBack: async () => undefined },
      starter: { start: (submission: { main: string }) => this.start(submission.main) },
      selfCheck: { wantsNext: () => false },
      load: new Load(1),
      unsent: { bytes: 0 },
      deliverySeconds: STREAM_LIMITS.unreadSeconds,
      maxMemoryBytes: 1,
      measured: 'sampled',
      toolchain: 't',
      log: createLog('test', 'silent'),
    };
    this.backend = new Backend('b', parts as unknown as BackendParts);
  }

  /** The permit has the name of the task that will be taken with it. */
  permit(task: string): void {
    void this.backend.serve({ permit: task, queue: 'fast', durationSeconds: 30, term: 't' });
  }

  /** The front of a task comes. */
  arrive(task: string): void {
    const token = this.invitations.get(task) ?? '';
    const accept = this.offers.get(token);
    if (!accept) return;
    this.offers.delete(token);
    const socket = new FakeSocket();
    this.fronts.set(task, socket);
    accept(socket);
  }

  private take(task: string): Promise<unknown> {
    const finish = async (isOver: (jail: FakeJail) => boolean) => {
      const jail = this.jails.findLast((candidate) => candidate.task === task);
      this.finished.push({ task, isInTime: jail !== undefined && isOver(jail) });
      return true;
    };
    const end = () => finish(({ hasEnded }) => hasEnded);
    const giveBack = () => finish(({ isGone }) => isGone);
    const held = {
      task: { id: task, kind: 'render', main: task, options: DEFAULT_SUBMISSION_OPTIONS, front: 'f', createdAtMs: 0 },
      begin: async () => ({ files: new Map([[task, new Uint8Array()]]), endedAs: undefined }),
      ...{ end, fail: giveBack, giveBack, lose: () => undefined },
    };
    return new Promise((resolve) => this.takes.push((isGranted) => resolve(isGranted ? held : undefined)));
  }

  private async invite({ task, url }: { task: string; url: string }): Promise<void> {
    this.invitations.set(task, url);
  }

  private start(task: string): Promise<unknown> {
    return new Promise((resolve) =>
      this.starts.push(() => {
        const jail = new FakeJail(task);
        this.jails.push(jail);
        resolve({ startMode: 'stock', jail, slot: undefined, stem: 'x', before: new Map() });
      }),
    );
  }
}
