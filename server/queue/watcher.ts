import type { Redis } from 'ioredis';
import { isFailure, type Decision, type EndedTask } from '@/core/admin/endedTask';
import { BUCKETS_KEPT, OpenBucket, WIDTHS_SECONDS, type Width } from '@/core/admin/series';
import { RETENTION } from '@/core/limits';
import type { Effect } from '@/core/schedule/events';
import type { Schedule } from '@/core/schedule/schedule';
import { className } from '@/core/schedule/taskClass';
import type { TaskEnd } from '@/core/task';
import { isShellPlace } from '@/core/schedule/shellPlaces';
import type { Log } from '@/platform/log';
import { Loop } from '@/platform/loop';
import { KEYS } from '@/platform/redis/keys';
import { decisionOf } from './decisionText';
import type { FailureKeeper } from './failureKeeper';
import { queueSnapshot } from './queueSnapshot';
import type { EstimateAccuracy } from './estimator';

/**
 * Watches the leading scheduler for the admin page, the metrics and the alarms: its state, its decisions, what ended,
 * and how that went over time. It only looks on: everything is gathered in memory and written twice a second, so that no
 * task ever waits for it; what was not written when a leader dies is lost, and nobody needs it.
 */

interface WatcherOptions {
  readonly redis: Redis;
  readonly schedule: Schedule;
  readonly epoch: number;
  readonly leader: string;
  readonly configuredLevels: string;
  readonly accuracy: () => EstimateAccuracy | undefined;
  readonly failures: Pick<FailureKeeper, 'began' | 'ended' | 'write'>;
  readonly log: Log;
}

/** A task's life as far as it is known; how it ended is added when it does. */
type Life = Omit<EndedTask, 'outcome' | 'endedAtMs'>;

const WRITE_MS = 500;
const LOST_REMEMBERED = 20;
const FINEST = WIDTHS_SECONDS[0];
/** Without a change it is still written so often, so that its age tells whether its writer lives. */
const REST_MS = 5000;

export class Watcher {
  private readonly lives = new Map<string, Life>();
  private readonly finished = new Map<string, TaskEnd>();
  private readonly estimates = new Map<string, number>();
  private readonly lost: { worker: string; host: string; atMs: number }[] = [];
  private readonly unread = new Map<string, number>();
  private decisions: Decision[] = [];
  private ended: EndedTask[] = [];
  private runs: { taskClass: string; run: string }[] = [];
  private readonly open = new Map<Width, { endsAtMs: number; bucket: OpenBucket }>();
  private readonly closed: { width: Width; text: string }[] = [];
  private changed = true;
  private writtenAtMs = 0;
  private readonly writing: Loop;

  constructor(private readonly options: WatcherOptions) {
    const { schedule } = options;
    for (const task of schedule.waiting.values()) this.begin(task.id);
    for (const run of schedule.running.values()) this.begin(run.task.id);
    const runOnce = () => this.runOnce(Date.now());
    this.writing = new Loop({ what: 'publishing the state', everyMs: WRITE_MS, runOnce, log: options.log });
    this.writing.start();
  }

  stop(): Promise<void> {
    return this.writing.stop();
  }

  /** The schedule may have changed without a decision. */
  touched(): void {
    this.changed = true;
  }

  workerLost(worker: string, host: string): void {
    this.lost.push({ worker, host, atMs: Date.now() });
    if (this.lost.length > LOST_REMEMBERED) this.lost.shift();
    this.changed = true;
  }

  /** It had said goodbye: that may be heard after it is missed. */
  workerLeft(worker: string): void {
    const at = this.lost.findIndex((lost) => lost.worker === worker);
    if (at >= 0) this.lost.splice(at, 1);
    this.changed = true;
  }

  permitUnread(backend: string): void {
    this.unread.set(backend, Date.now());
    this.changed = true;
  }

  permitRead(backend: string): void {
    if (this.unread.delete(backend)) this.changed = true;
  }

  estimated(task: string, seconds: number): void {
    this.estimates.set(task, seconds);
    this.changed = true;
  }

  /** What a backend says of a run, before the schedule hears of its end. */
  heard(task: string, end: TaskEnd): void {
    if (this.lives.has(task)) this.finished.set(task, end);
  }

  decided(effect: Effect): void {
    this.changed = true;
    const nowMs = Date.now();
    const decision = decisionOf(effect, this.options.schedule.levels, nowMs);
    if (decision) this.decisions.push(decision);
    switch (effect.kind) {
      case 'number':
      case 'lane':
        return this.begin(effect.task);
      case 'permit': {
        const life = this.lives.get(effect.task);
        const { backend, durationSeconds } = effect;
        if (life) this.lives.set(effect.task, { ...life, startedAtMs: nowMs, backend, durationSeconds });
        else this.begin(effect.task);
        this.estimates.delete(effect.task);
        return;
      }
      case 'requeue':
        return this.begin(effect.task);
      case 'downgrade': {
        const life = this.lives.get(effect.task);
        if (life) this.lives.set(effect.task, { ...life, durationSeconds: effect.durationSeconds });
        return;
      }
      case 'deny':
        return this.finish(effect.task, 'denied', nowMs, effect.denial.cause);
      case 'end':
        return this.finish(effect.task, this.outcomeOf(effect.task, effect.reason), nowMs);
      default:
    }
  }

  private begin(id: string): void {
    const { schedule } = this.options;
    const run = schedule.running.get(id);
    const task = run?.task ?? schedule.waiting.get(id);
    if (!task) return;
    this.options.failures.began(id);
    const { client, address, owner, submittedAtMs, halts, restarts } = task;
    const started = run && {
      startedAtMs: run.startedAtMs,
      backend: run.backend,
      durationSeconds: run.durationSeconds,
    };
    const taskClass = className(task.taskClass, schedule.levels);
    this.lives.set(id, { task: id, taskClass, client, address, owner, submittedAtMs, halts, restarts, ...started });
  }

  private outcomeOf(id: string, reason: string): string {
    if (reason === 'backend-lost') return 'lost';
    const finished = this.finished.get(id);
    return reason === 'finished' && finished ? finished.outcome : reason;
  }

  private finish(id: string, outcome: string, nowMs: number, why?: string): void {
    const life = this.lives.get(id);
    const finished = this.finished.get(id);
    this.lives.delete(id);
    this.finished.delete(id);
    this.estimates.delete(id);
    if (!life) return;
    const { timings, startMode, memoryBytes, cpuMs } = finished ?? {};
    const ended = { ...life, outcome, endedAtMs: nowMs, timings, startMode, memoryBytes, cpuMs };
    this.ended.push(ended);
    this.options.failures.ended(ended, finished, why);
    const startedAtMs = life.startedAtMs;
    const runSeconds = startedAtMs === undefined ? undefined : (nowMs - startedAtMs) / 1000;
    const waitSeconds = ((startedAtMs ?? nowMs) - life.submittedAtMs) / 1000;
    const { taskClass } = life;
    this.advance(nowMs);
    const failed = isFailure(outcome);
    for (const { bucket } of this.open.values()) bucket.add({ taskClass, outcome, failed, waitSeconds, runSeconds });
    if (life.backend !== undefined && startedAtMs !== undefined) this.noteLoad(life.backend, startedAtMs, nowMs);
    if (finished && runSeconds !== undefined && taskClass !== 'interactive') {
      const run = JSON.stringify({ seconds: runSeconds, cutShort: outcome === 'time-limit' });
      this.runs.push({ taskClass, run });
    }
  }

  private noteLoad(backend: string, startedAtMs: number, untilMs: number): void {
    const finest = this.open.get(FINEST);
    const beganAtMs = (finest?.endsAtMs ?? 0) - FINEST * 1000;
    finest?.bucket.ran(backend, startedAtMs, Math.min(untilMs, finest.endsAtMs), beganAtMs);
  }

  /** Closes the buckets whose time is over, and opens the next. */
  private advance(nowMs: number): void {
    const { schedule } = this.options;
    const backends = schedule.liveBackends;
    const running = [...schedule.running.values()].filter(({ backend }) => !isShellPlace(backend));
    const level = { waiting: schedule.waiting.size, busy: running.length, backends };
    for (const width of WIDTHS_SECONDS) {
      const current = this.open.get(width);
      if (current && nowMs < current.endsAtMs) continue;
      if (current && width === FINEST) for (const run of running) this.noteLoad(run.backend, run.startedAtMs, nowMs);
      const endsAtMs = (Math.floor(nowMs / (width * 1000)) + 1) * width * 1000;
      this.open.set(width, { endsAtMs, bucket: new OpenBucket() });
      if (!current) continue;
      const bucket = current.bucket.close(current.endsAtMs, level, width * 1000);
      this.closed.push({ width, text: JSON.stringify(bucket) });
    }
  }

  /** Publishes what has changed since the last time. */
  async runOnce(nowMs: number): Promise<void> {
    const { redis, schedule, accuracy, failures } = this.options;
    this.advance(nowMs);
    const isStale = nowMs - this.writtenAtMs > REST_MS;
    if (!this.changed && !isStale && this.closed.length === 0) return;
    this.changed = false;
    this.writtenAtMs = nowMs;
    const { estimates, lost, unread } = this;
    const state = queueSnapshot(schedule, { ...this.options, estimates, lost, unread, calibration: accuracy() }, nowMs);
    const pipeline = redis.pipeline();
    pipeline.set(KEYS.queueState, JSON.stringify(state));
    for (const decision of this.decisions)
      pipeline.xadd(
        KEYS.decisions,
        'MAXLEN',
        '~',
        RETENTION.decisionsListed,
        '*',
        'decision',
        JSON.stringify(decision),
      );
    for (const task of this.ended)
      pipeline.xadd(KEYS.ended, 'MAXLEN', '~', RETENTION.finishedTasksListed, '*', 'task', JSON.stringify(task));
    for (const { taskClass, run } of this.runs) {
      const key = KEYS.history(taskClass);
      pipeline.lpush(key, run).ltrim(key, 0, RETENTION.historyRuns - 1);
    }
    for (const { width, text } of this.closed) {
      const key = KEYS.series(width);
      pipeline.rpush(key, text).ltrim(key, -BUCKETS_KEPT[width], -1);
    }
    [this.decisions, this.ended, this.runs] = [[], [], []];
    this.closed.length = 0;
    await pipeline.exec();
    await failures.write(nowMs);
  }
}
