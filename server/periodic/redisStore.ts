import type { Redis } from 'ioredis';
import { CONFIG_DEFAULTS } from '@/core/periodic/config';
import type { Job, JobHandle } from '@/core/periodic/job';
import { isHousekeeping } from '@/core/periodic/reserved';
import type { FuncStatus, JobStore, StoreEvent, SubmitOptions, SubmitOutcome, WorkReport } from '@/core/periodic/store';
import { readHandleText, readRecord, readStatuses, resultEvent } from './batchReader';
import { OPERATION, type BatchWriter } from './batchWriter';
import { jobsOf } from './jobScan';
import { Link, type LinkOptions } from './link';
import type { Answer } from './outbox';
import { writeReport } from './reportWriter';
import { RecentRuns } from './recentRuns';

/**
 * The jobs of all fronts, in Redis (docs/periodic.md, 8).
 *
 * Every operation is a part of a script, so that a job is never in two states and is assigned once, whoever asks.
 */

const SUBMIT_OUTCOMES: Readonly<Record<string, SubmitOutcome>> = { s: 'stored', r: 'running', n: 'no-worker' };

/** The bits of a submission. */
const ONLY_IF_SERVED = 1;
const ONCE = 2;

const isYes = (answer: Answer) => answer.letter === '1';
const nothing = () => undefined;
const noArguments = (writer: BatchWriter) => writer;

export class RedisStore implements JobStore {
  /** What this front has asked of the store since its start, by how it ended. */
  readonly tally = {
    submits: { stored: 0, running: 0, 'no-worker': 0, full: 0 } satisfies Record<SubmitOutcome, number>,
    reports: { done: 0, failed: 0, later: 0, returned: 0, data: 0 } satisfies Record<WorkReport['kind'], number>,
  };
  readonly recentRuns = new RecentRuns();
  private readonly link: Link;
  private readonly redis: Redis;

  constructor(private readonly options: LinkOptions) {
    this.link = new Link(options);
    this.redis = options.redis;
    const { subscriber, localWorkers } = this.link;
    subscriber.subscribe(
      (event) => {
        if (event.kind === 'ended' && event.ending.kind === 'removed') localWorkers.removed(event.handle);
      },
      () => false,
    );
  }

  /** Resolves when jobs can be stored. */
  start(): Promise<void> {
    return this.link.start();
  }

  close(): Promise<void> {
    return this.link.close();
  }

  /** Jobs whose time has come are due; those that ran too long are taken back. */
  tick(): Promise<void> {
    return this.link.tick();
  }

  async submit(job: Job, { onlyIfServed, isOnce, isUnpromised }: SubmitOptions = {}): Promise<SubmitOutcome> {
    const { submits } = this.tally;
    const isFull = this.options.isFull?.() === true && !isHousekeeping(job.func);
    if (!this.link.isAvailable || isFull || !this.link.budget.take(job.workload.length)) {
      submits.full += 1;
      return 'full';
    }
    const write = (writer: BatchWriter) =>
      writer.u8((onlyIfServed ? ONLY_IF_SERVED : 0) | (isOnce ? ONCE : 0)).job(job);
    const read = ({ letter }: Answer): SubmitOutcome => {
      const outcome = SUBMIT_OUTCOMES[letter] ?? 'stored';
      submits[outcome] += 1;
      return outcome;
    };
    return this.link.ask(OPERATION.submit, write, read, !isUnpromised);
  }

  remove(handle: JobHandle): Promise<void> {
    return this.link.ask(OPERATION.remove, (writer) => writer.handle(handle), nothing);
  }

  grab(worker: string, funcs: ReadonlySet<string>): Promise<Job | undefined> {
    this.link.meet(worker);
    return this.link.ask(
      OPERATION.grab,
      (writer) => writer.text(worker).texts(funcs),
      (answer) => {
        if (!isYes(answer)) return undefined;
        const [func, name] = [answer.take().toString('latin1'), answer.take().toString('latin1')];
        this.link.localWorkers.began(worker, { func, name });
        return readRecord(func, name, answer.take());
      },
    );
  }

  hasDue(funcs: ReadonlySet<string>): Promise<boolean> {
    return this.link.ask(OPERATION.hasDue, (writer) => writer.texts(funcs), isYes);
  }

  async report(worker: string, handle: JobHandle, report: WorkReport): Promise<boolean> {
    const { localWorkers, subscriber, results } = this.link;
    // Until it is answered, this front must go on saying that the worker runs the job.
    const ended = () => report.kind !== 'data' && localWorkers.ended(worker, handle);
    const send = (isForOthers: boolean) =>
      this.link.ask(
        OPERATION.report,
        (writer) => writeReport(writer.text(worker).handle(handle), report, results, isForOthers),
        ({ letter }) => {
          if (letter !== 'd') ended();
          if (letter === '1') this.tally.reports[report.kind] += 1;
          if (letter === '1' && report.kind !== 'data') this.recentRuns.ran(handle);
          // Callers at this front hear the data from here; it goes to Redis only if there are other fronts.
          if (letter === '1' && 'data' in report)
            subscriber.emit(resultEvent(handle, report.kind === 'done', report.data));
          return letter;
        },
      );
    try {
      const letter = await send(results.otherFronts > 0);
      // Nothing was done: another front has come meanwhile.
      return (letter === 'd' ? await send(true) : letter) === '1';
    } catch (error) {
      ended();
      throw error;
    }
  }

  serve(worker: string, func: string, isBroadcast: boolean): Promise<void> {
    this.link.meet(worker);
    this.link.localWorkers.serve(worker, func, isBroadcast);
    const write = (writer: BatchWriter) =>
      writer
        .text(worker)
        .text(func)
        .u8(isBroadcast ? 1 : 0);
    return this.link.ask(OPERATION.serve, write, nothing);
  }

  stopServing(worker: string, func: string): Promise<void> {
    this.link.localWorkers.stopServing(worker, func);
    return this.link.ask(OPERATION.stopServing, (writer) => writer.text(worker).text(func), nothing);
  }

  leave(worker: string): Promise<void> {
    this.link.localWorkers.leave(worker);
    return this.link.ask(OPERATION.leave, (writer) => writer.text(worker), nothing);
  }

  /** A part at a time. What is submitted meanwhile has a later arrival than `bound` and is left alone. */
  async drop(func: string): Promise<boolean> {
    for (let part = { letter: 'm', bound: -1, inQueue: 0, inFuture: 0 }; ;) {
      const { bound, inQueue, inFuture } = part;
      part = await this.link.ask(
        OPERATION.drop,
        (writer) => writer.text(func).f64(bound).i32(inQueue).i32(inFuture),
        ({ letter, take }) => {
          if (letter === '0') return { letter, bound, inQueue, inFuture };
          const next = take();
          const skipped = { inQueue: next.readUInt32BE(8), inFuture: next.readUInt32BE(12) };
          return { letter, bound: next.readDoubleBE(0), ...skipped };
        },
      );
      if (part.letter !== 'm') return part.letter === '1';
    }
  }

  acquireLock(worker: string, handle: JobHandle, lock: string, count: number): Promise<boolean> {
    const write = (writer: BatchWriter) => writer.text(worker).handle(handle).text(lock).i32(count);
    return this.link.ask(OPERATION.acquireLock, write, (answer) => {
      // The run of a job that must wait for its lock is over.
      if (!isYes(answer)) this.link.localWorkers.ended(worker, handle);
      return isYes(answer);
    });
  }

  releaseLock(worker: string, handle: JobHandle, lock: string): Promise<void> {
    return this.link.ask(OPERATION.releaseLock, (writer) => writer.text(worker).handle(handle).text(lock), nothing);
  }

  status(): Promise<FuncStatus[]> {
    return this.link.ask(OPERATION.status, noArguments, (answer) => readStatuses(answer.take()));
  }

  async *dump(): AsyncGenerator<readonly Job[]> {
    for (const func of await this.funcs()) yield* jobsOf(func, this.redis, this.link);
  }

  dead(): Promise<Job[]> {
    return this.link.ask(OPERATION.dead, noArguments, ({ take }) =>
      Array.from({ length: Number(take().toString()) }, () => {
        const { func, name } = readHandleText(take().toString('latin1'));
        return readRecord(func, name, take());
      }),
    );
  }

  async missing(handles: readonly JobHandle[]): Promise<JobHandle[]> {
    const ask = (handle: JobHandle) => this.link.ask(OPERATION.isMissing, (writer) => writer.handle(handle), isYes);
    const answers = await Promise.all(handles.map(ask));
    return handles.filter((_handle, i) => answers[i]);
  }

  async getConfig(key: string): Promise<number> {
    const fallback = CONFIG_DEFAULTS.get(key);
    if (fallback === undefined) return 0;
    return this.link.ask(
      OPERATION.getConfig,
      (writer) => writer.text(key),
      ({ take }) => {
        const value = take().toString();
        return value === '' ? fallback : Number(value);
      },
    );
  }

  async setConfig(key: string, value: number): Promise<void> {
    if (!CONFIG_DEFAULTS.has(key)) return;
    await this.link.ask(OPERATION.setConfig, (writer) => writer.text(key).i32(value), nothing);
  }

  subscribe(listener: (event: StoreEvent) => void, isAwaited: (handle: JobHandle) => boolean = () => true): () => void {
    return this.link.subscriber.subscribe(listener, isAwaited);
  }

  funcs(): Promise<string[]> {
    return this.link.ask(OPERATION.funcs, noArguments, ({ take }) =>
      Array.from({ length: Number(take().toString()) }, () => take().toString('latin1')).sort(),
    );
  }

  /** A pending job is due at once. False: it is unknown, runs, or waits for a lock. */
  runNow(handle: JobHandle): Promise<boolean> {
    return this.link.ask(OPERATION.runNow, (writer) => writer.handle(handle), isYes);
  }

  /** As `remove`, but tells which job it was; undefined: it was dead or unknown. */
  takeOut(handle: JobHandle): Promise<Job | undefined> {
    return this.link.ask(
      OPERATION.takeOut,
      (writer) => writer.handle(handle),
      (answer) => (isYes(answer) ? readRecord(handle.func, handle.name, answer.take()) : undefined),
    );
  }
}
