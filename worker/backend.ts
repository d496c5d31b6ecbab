import type { Redis } from 'ioredis';
import type { WebSocket } from 'ws';
import type { Outcome } from '@/core/outcome';
import { hasLook } from '@/core/submission';
import { readTask, submissionOf, type TaskRecord } from '@/core/task';
import { decodeFromFront, type FromBackend, type Timings } from '@/core/wire/wire';
import type { FrontWord, PermitWord, SchedulerWord } from '@/core/words';
import type { Blobs } from '@/platform/blobs/blobs';
import type { Log } from '@/platform/log';
import { KEYS } from '@/platform/redis/keys';
import { loadScript, pairs } from '@/platform/redis/script';
import { Run } from './asy/run';
import { Shell } from './asy/shell';
import type { Door } from './door';
import { Invitation } from './invitation';
import type { Slots } from './jail/slots';
import { Line } from './line';
import type { Load } from './load';
import { RecordKeeping } from './recordKeeping';
import type { SelfCheck } from './warm/selfCheck';
import type { Starter } from './warm/starter';
import { Witness } from './warm/witness';

/**
 * One slot of a worker: runs one task at a time.
 *
 * idle -> a permit comes: the task's address is offered to its front, and side by side the task is taken (unless the
 *         permit was taken back) and its jail started -> busy
 * busy -> the run ends, whichever way: the outcome is told to the front and to the scheduler -> idle
 * The front's connection owns the task: if it closes, or never comes, the run is stopped and nothing is kept of it. The
 * task of a record has no such connection: what it leaves is kept here.
 */

export interface BackendParts {
  readonly redis: Redis;
  readonly door: Door;
  readonly slots: Slots;
  readonly starter: Starter;
  readonly selfCheck: SelfCheck;
  readonly load: Load;
  readonly maxMemoryBytes: number;
  readonly blobs: Blobs;
  /** Where the figures of a jail's memory and time come from. */
  readonly measured: 'cgroup' | 'sampled';
  readonly log: Log;
}

interface TakenTask {
  readonly task: TaskRecord;
  readonly files: ReadonlyMap<string, Uint8Array>;
  /** As granted by now. */
  readonly durationSeconds: number;
}

/** A record's task that ended so goes back to its line by the scheduler's own word. */
const WILL_RUN_AGAIN: ReadonlySet<string> = new Set<Outcome['kind']>(['halted', 'shutting-down']);

type FinishedWord = Extract<SchedulerWord, { type: 'finished' }>;

/** Cleaning up can wait until the next task, which may be on its way, has started: there are more slots than backends. */
const CLEANING_DELAY_MILLISECONDS = 30;
const takeTask = loadScript('takeTask');

export class Backend {
  private current: { readonly task: string; readonly run: Run | Shell } | undefined;
  /** What is said of a task while it is being taken: a word may be here before there is a run to tell it to. */
  private early: { readonly task: string; readonly words: ((run: Run | Shell) => void)[] } | undefined;

  constructor(
    readonly id: string,
    private readonly parts: BackendParts,
  ) {}

  get task(): string | undefined {
    return this.current?.task;
  }

  limit(task: string, durationSeconds: number): void {
    this.tellRun(task, (run) => run.limit(durationSeconds));
  }

  stop(task: string, reason?: Outcome): void {
    this.tellRun(task, (run) => run.stop(reason));
  }

  stopAll(reason: Outcome): void {
    const task = this.current?.task ?? this.early?.task;
    if (task !== undefined) this.stop(task, reason);
  }

  /** Resolves when the task has ended and the scheduler knows. */
  async serve(permit: PermitWord): Promise<void> {
    const log = this.parts.log.child({ task: permit.task, backend: this.id });
    this.early = { task: permit.task, words: [] };
    const invitation = this.invite(permit);
    const taken = await this.take(permit).catch((error: unknown) => {
      invitation?.refuse();
      throw error;
    });
    if (!taken) {
      log.warn('the permit was taken back');
      invitation?.refuse();
      return;
    }
    this.parts.load.begin();
    try {
      await this.runTask(permit, taken, invitation, log);
    } finally {
      this.parts.load.end();
    }
  }

  private async runTask(
    permit: PermitWord,
    taken: TakenTask,
    invitation: Invitation | undefined,
    log: Log,
  ): Promise<void> {
    const { task, files, durationSeconds } = taken;
    const { starter, slots, selfCheck, maxMemoryBytes } = this.parts;
    const takenAtMs = Date.now();
    const submission = submissionOf(task, files);
    if (!submission) {
      log.error('the task cannot be read');
      const { permit: serial } = permit;
      invitation?.refuse();
      const outcome = 'server-error';
      return this.tellScheduler({ type: 'finished', task: task.id, permit: serial, outcome, runMilliseconds: 0 });
    }
    const earlier = { queue: Math.max(0, takenAtMs - task.createdAtMs) };
    const line = new Line(earlier);
    const keeping = this.keepingFor(task, permit, earlier);
    const witness = submission.kind === 'render' && selfCheck.wantsNext() ? new Witness() : undefined;
    const shared = {
      durationSeconds,
      maxMemoryBytes,
      send: (message: FromBackend) => {
        witness?.see(message);
        if (keeping) keeping.see(message);
        else line.send(message);
      },
    };
    const run =
      submission.kind === 'render'
        ? new Run({
            start: () => starter.start(submission, durationSeconds),
            mayAbort: hasLook(submission.options),
            ...shared,
          })
        : new Shell(await slots.take(), { submission, ...shared });
    this.current = { task: task.id, run };
    for (const word of this.early?.words ?? []) word(run);
    this.early = undefined;
    invitation?.receive(
      (front) => this.connect(front, line, run),
      () => run.stop(),
    );
    const startedAt = performance.now();
    let outcome = 'server-error';
    let kept = false;
    let facts: Pick<FinishedWord, 'timings' | 'way' | 'memoryBytes' | 'cpuMilliseconds'> = {};
    const lastWord = (): FinishedWord => {
      const runMilliseconds = Math.round(performance.now() - startedAt);
      return { type: 'finished', task: task.id, permit: permit.permit, outcome, runMilliseconds, ...facts };
    };
    try {
      const end = await run.finish();
      outcome = end.outcome.kind;
      const { peakMemoryBytes: memoryBytes, cpuMilliseconds } = end.usage;
      facts = { timings: { ...earlier, ...end.timings }, way: end.way, memoryBytes, cpuMilliseconds };
      log.info({ outcome, ...facts }, 'task ended');
      if (keeping && run instanceof Run)
        kept = WILL_RUN_AGAIN.has(outcome) || (await keeping.end(end, run.written, lastWord()));
      if (witness && submission.kind === 'render') selfCheck.consider({ submission, witness, end });
    } catch (error) {
      outcome = 'server-error';
      log.error({ err: error instanceof Error ? error.message : error }, 'the jail failed');
      line.send({ type: 'ended', outcome: { kind: 'server-error' }, timings: {} });
    }
    line.end();
    this.current = undefined;
    if (!kept) await this.tellScheduler(lastWord());
    const { slot } = run;
    if (slot) setTimeout(() => void slots.giveBack(slot), CLEANING_DELAY_MILLISECONDS);
  }

  private tellRun(task: string, word: (run: Run | Shell) => void): void {
    if (this.current?.task === task) word(this.current.run);
    else if (this.early?.task === task) this.early.words.push(word);
  }

  private keepingFor(task: TaskRecord, permit: PermitWord, earlier: Timings): RecordKeeping | undefined {
    const { redis, blobs, measured } = this.parts;
    const { record } = task;
    return record && new RecordKeeping({ redis, blobs, task, record, token: permit.token, earlier, measured });
  }

  /** Tells the front where its task is. If that is lost, the front does not come, and the run is stopped. */
  private invite({ task, token, front }: PermitWord): Invitation | undefined {
    if (front === undefined) return undefined;
    const invitation = new Invitation(this.parts.door, token);
    const word: FrontWord = { type: 'address', task, url: invitation.url };
    this.parts.redis.rpush(KEYS.frontInbox(front), JSON.stringify(word)).catch(() => undefined);
    return invitation;
  }

  private async take(permit: PermitWord): Promise<TakenTask | undefined> {
    const keys = [KEYS.task(permit.task), KEYS.taskFiles(permit.task), KEYS.incoming];
    const word: SchedulerWord = { type: 'started', task: permit.task, permit: permit.permit };
    const reply = (await takeTask.runBytes(this.parts.redis, keys, [permit.token, JSON.stringify(word)])) as
      [Buffer[], Buffer[]] | null;
    if (!reply) return undefined;
    const fields = Object.fromEntries(pairs(reply[0]).map(([name, value]) => [name.toString(), value.toString()]));
    const task = readTask(permit.task, fields);
    // Lowered since the permit was given: that may have been said before this backend knew of the task.
    const granted = Number(fields.grantedSeconds);
    const durationSeconds = granted > 0 ? Math.min(granted, permit.durationSeconds) : permit.durationSeconds;
    const files = new Map(pairs(reply[1]).map(([name, bytes]) => [name.toString(), bytes] as const));
    return task && { task, files, durationSeconds };
  }

  private connect(socket: WebSocket, line: Line, run: Run | Shell): void {
    socket.on('close', () => run.stop());
    socket.on('message', (data: Buffer) => {
      const message = decodeFromFront(data);
      if (message?.type === 'shorten') run.limit(message.durationSeconds);
      else if (message?.type === 'input' && run instanceof Shell) run.input(message.bytes);
      else if (message?.type === 'interrupt' && run instanceof Shell) run.interrupt();
    });
    line.open(socket);
  }

  private async tellScheduler(word: SchedulerWord): Promise<void> {
    await this.parts.redis.xadd(KEYS.incoming, '*', 'word', JSON.stringify(word));
  }
}
