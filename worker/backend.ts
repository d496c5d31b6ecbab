import type { Redis } from 'ioredis';
import type { WebSocket } from 'ws';
import type { Outcome } from '@/core/outcome';
import { hasPresentation, type SubmissionFiles } from '@/core/submission/submission';
import { submissionOf } from '@/core/task';
import { decodeFromFront, type FromBackend, type Timings } from '@/core/wire/wire';
import type { PermitMessage, SchedulerMessage } from '@/core/messages';
import type { Blobs } from '@/platform/blobs/blobs';
import { decodeDetachedSources, detachedSourcesName } from '@/platform/blobs/detachedSources';
import type { Log } from '@/platform/log';
import { KEYS } from '@/platform/redis/keys';
import { ArrivingFiles } from './arrivingFiles';
import { describer } from './asy/describer';
import { Run, type RunEnd } from './asy/run';
import { Shell } from './asy/shell';
import type { SocketServer } from './socketServer';
import { invite, type Invitation } from './invitation';
import type { Slots } from './jail/slots';
import { reportFailure } from './failureReport';
import { FrontConnection, type Unsent } from './frontConnection';
import type { Load } from './load';
import { DetachedResults } from './detachedResults';
import { ServedTasks, type ServedTask } from './servedTasks';
import type { Spool } from './spool';
import type { SelfCheck } from './warm/selfCheck';
import type { HeldTask, TaskSource } from './taskSource';
import type { Starter } from './warm/starter';
import { RunDigest } from './warm/runDigest';

/**
 * One slot of a worker: runs one task at a time.
 *
 * idle -> a permit comes: the next task of its class is taken, its address is offered to its front, and side by side its
 *         jail is started -> busy. If the class is empty, or the permit was given up meanwhile, the scheduler hears so.
 * busy -> the run ends, in whichever way, its outcome is told to the front, and the task is ended in its queue; or, when
 *         nothing of its jail is left, given back to it -> idle
 * idle and nothing left of the jail before -> the next one may start; its task may be taken a moment earlier
 * A permit that comes while it is busy waits until it is idle. A task whose lock is lost is somebody else's: it is
 * stopped, and nobody is told how it ended.
 * The front's connection owns the task: if it closes, or never comes, the run is stopped and nothing is kept of it. The
 * task of a record has no such connection: what it leaves is kept here.
 */

export interface BackendParts {
  readonly redis: Redis;
  readonly source: TaskSource;
  readonly socketServer: SocketServer;
  readonly slots: Slots;
  readonly starter: Starter;
  readonly selfCheck: SelfCheck;
  readonly load: Load;
  /** Of all backends of the worker. */
  readonly unsent: Unsent;
  readonly spool: Spool;
  /** How long a front may leave what it is sent unread. */
  readonly deliverySeconds: number;
  readonly maxMemoryBytes: number;
  readonly blobs: Blobs;
  /** Whether the sources of what failed may be kept. */
  readonly keepsSources: boolean;
  /** Which versions draw here. */
  readonly toolchain: string;
  /** Where the figures of a jail's memory and time come from. */
  readonly measured: 'cgroup' | 'sampled';
  readonly log: Log;
}

interface Serving {
  readonly durationSeconds: number;
  readonly served: ServedTask;
  readonly held: HeldTask;
  /** Large ones are added when they come. */
  readonly files: Map<string, Uint8Array>;
  readonly invitation: Invitation | undefined;
  readonly log: Log;
}

interface Settling extends Pick<Serving, 'served' | 'held' | 'files' | 'log'> {
  readonly keeping: DetachedResults | undefined;
  readonly run: Run | Shell;
  /** When nothing of its jail is left. */
  readonly gone: Promise<void>;
  readonly end: RunEnd;
  /** What took time before the run. */
  readonly earlier: Timings;
}

/** Cleaning up can wait until the next task, which may be on its way, has started: there are more slots than backends. */
const CLEANING_DELAY_MS = 30;

export class Backend {
  /** What is heard of a permit is told to these. */
  readonly served = new ServedTasks();
  private turn: Promise<void> = Promise.resolve();
  /** When nothing is left of the jail before. */
  private cleared: Promise<void> = Promise.resolve();

  constructor(
    readonly id: string,
    private readonly parts: BackendParts,
  ) {}

  /** Resolves when the task has ended, in its queue too. */
  async serve(permit: PermitMessage): Promise<void> {
    const served = this.served.begin(permit.permit);
    const turn = this.turn.then(() => this.serveNow(permit, served)).finally(() => this.served.end(served));
    // Whoever asked hears of the failure; the next permit is served all the same.
    this.turn = turn.catch(() => undefined);
    return turn;
  }

  private async serveNow(permit: PermitMessage, served: ServedTask): Promise<void> {
    const { source } = this.parts;
    const isGivenUp = served.afterHalt !== undefined;
    const held = isGivenUp ? undefined : await source.take(permit, this.id);
    if (!held) return this.tellScheduler({ type: 'permit-unused', permit: permit.permit, wasEmpty: !isGivenUp });
    const { task } = held;
    served.task = task.id;
    const log = this.parts.log.child({ task: task.id, backend: this.id });
    const invitation = invite(task, this.parts);
    this.parts.load.begin(task.address);
    try {
      const { files: stored, endedAs } = await held.begin({
        type: 'started',
        task: task.id,
        permit: permit.permit,
        backend: this.id,
        grantedSeconds: permit.durationSeconds,
      });
      if (endedAs !== undefined) await held.end({ outcome: endedAs, runMs: 0 });
      else {
        const durationSeconds = Math.min(permit.durationSeconds, task.options.durationSeconds ?? Infinity);
        const files = (task.detached && (await this.sourcesOf(task.id))) ?? stored;
        await this.runTask({ durationSeconds, served, held, files: new Map(files), invitation, log });
      }
    } catch (error) {
      invitation?.refuse();
      // Nobody runs it here, so it goes back when its lock has run out.
      held.lose();
      throw error;
    } finally {
      this.parts.load.end(task.address);
    }
  }

  /** Of a detached task; undefined if it came before its sources went to the blob store. */
  private async sourcesOf(task: string): Promise<SubmissionFiles | undefined> {
    const bytes = await this.parts.blobs.get(detachedSourcesName(task));
    return bytes && decodeDetachedSources(bytes)?.files;
  }

  private async runTask({ durationSeconds, served, held, files, invitation, log }: Serving): Promise<void> {
    const { task } = held;
    const { starter, slots, selfCheck, maxMemoryBytes } = this.parts;
    const earlier = { queue: Math.max(0, held.takenAtMs - task.createdAtMs) };
    const keeping = this.keepingFor(held, earlier);
    const submission = submissionOf(task, files);
    if (!submission) {
      log.error('the task cannot be read');
      invitation?.refuse();
      await keeping?.fail();
      await held.fail();
      return;
    }
    const { unsent, spool, deliverySeconds: patienceSeconds, toolchain } = this.parts;
    const onUnread = () => log.warn('a front did not take what it was sent, and was disconnected');
    const connection = new FrontConnection({
      ...{ earlier, toolchain, unsent, patienceSeconds, onUnread },
      ...(submission.kind === 'render' ? { spool } : {}),
    });
    const digest = submission.kind === 'render' && selfCheck.wantsNext() ? new RunDigest() : undefined;
    const describe = describer(submission);
    const arriving = new ArrivingFiles(task.sentBytes ?? 0);
    const shared = {
      durationSeconds,
      maxMemoryBytes,
      send: (message: FromBackend) => {
        digest?.see(message);
        // Nobody hears of the end of a run whose task will run again.
        if (message.type === 'ended' && served.goesBack) return Promise.resolve();
        const told = describe(message);
        return keeping ? keeping.see(told) : connection.send(told);
      },
    };
    const run =
      submission.kind === 'render'
        ? new Run({
            start: async () => {
              await this.cleared;
              for (const [name, bytes] of await arriving.files) files.set(name, bytes);
              return starter.start(submission, durationSeconds, task);
            },
            mayAbort: hasPresentation(submission.options),
            ...shared,
          })
        : new Shell(await this.cleared.then(() => slots.take()), {
            submission,
            hasDisplay: starter.hasDisplay,
            address: task.address,
            log,
            ...shared,
          });
    arriving.onLost = () => run.stop();
    served.begin(run, connection);
    held.onLost = () => {
      run.stop();
      arriving.giveUp();
      connection.close();
    };
    invitation?.receive(
      (front) => this.connect(front, connection, run, arriving),
      () => {
        run.stop();
        arriving.giveUp();
        connection.close();
      },
    );
    try {
      const end = await run.finish();
      if (digest && submission.kind === 'render')
        selfCheck.consider({ submission, address: task.address, digest, end });
      connection.end();
      // While the last of this jail goes, the next task may be taken.
      const gone = run.end();
      this.cleared = gone.catch((error: unknown) => log.error({ err: error }, 'the end of a jail was not heard'));
      await this.settle({ served, held, files, keeping, run, gone, end, earlier, log });
    } catch (error) {
      log.error({ err: error }, 'the jail failed');
      await run.end().catch((late: unknown) => log.error({ err: late }, 'the end of a jail was not heard'));
      void connection.send({ type: 'ended', outcome: { kind: 'server-error' }, timings: {} });
      connection.end();
      await keeping?.fail();
      await held.fail();
    } finally {
      const { slot } = run;
      if (slot) setTimeout(() => void slots.giveBack(slot), CLEANING_DELAY_MS);
    }
  }

  /** The task is over in its queue, too; or it stands at its head again. */
  private async settle({ served, held, files, keeping, run, gone, end, earlier, log }: Settling): Promise<void> {
    // Its owner, a detached, does not want it any more.
    const isAborted = keeping !== undefined && served.afterHalt === 'end';
    const outcome: Outcome = isAborted ? { kind: 'aborted' } : end.outcome;
    const { peakMemoryBytes: memoryBytes, cpuMs } = end.usage;
    const facts = { timings: { ...earlier, ...end.timings }, startMode: end.startMode, memoryBytes, cpuMs };
    log.info({ outcome: outcome.kind, ...facts }, 'task ended');
    if (served.goesBack || (keeping && outcome.kind === 'shutting-down')) {
      // Another may run it at once.
      await gone;
      await held.giveBack(served.afterHalt === 'give-way');
      return;
    }
    if (keeping && run instanceof Run) await keeping.end({ ...end, outcome }, await run.written());
    const runMs = Date.now() - held.takenAtMs;
    const { task } = held;
    const report = await reportFailure(this.parts, { task, files, outcome, lastText: end.lastText });
    if (!(await held.end({ outcome: outcome.kind, runMs, ...facts, ...report })))
      log.warn('the task was not ours any more when it ended');
  }

  private keepingFor({ task, queue, token }: HeldTask, earlier: Timings): DetachedResults | undefined {
    const { redis, blobs, measured } = this.parts;
    const { detached } = task;
    return detached && new DetachedResults({ redis, blobs, task, detached, queue, token, earlier, measured });
  }

  private connect(socket: WebSocket, connection: FrontConnection, run: Run | Shell, arriving: ArrivingFiles): void {
    socket.on('close', () => {
      run.stop();
      arriving.giveUp();
    });
    socket.on('message', (data: Buffer) => {
      const message = decodeFromFront(data);
      if (message?.type === 'files') arriving.take(message.bytes);
      else if (message?.type === 'shorten') run.limit(message.durationSeconds);
      else if (message?.type === 'input' && run instanceof Shell) run.input(message.bytes);
      else if (message?.type === 'interrupt' && run instanceof Shell) run.interrupt();
    });
    connection.open(socket);
  }

  private async tellScheduler(message: SchedulerMessage): Promise<void> {
    await this.parts.redis.xadd(KEYS.incoming, '*', 'message', JSON.stringify(message));
  }
}
