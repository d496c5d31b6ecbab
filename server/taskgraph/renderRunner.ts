import type { Redis } from 'ioredis';
import { z } from 'zod';
import type { DetachedEnd } from '@/core/detachedTask';
import { commandSchema } from '@/core/taskgraph/taskSchema';
import type { Log } from '@/platform/log';
import { KEYS } from '@/platform/redis/keys';
import { troubleOf } from '@/platform/redis/trouble';
import type { Service } from '@/platform/service';
import type { DetachedTasks } from '../queue/detachedTasks';
import type { Storage } from '../storage';
import type { GraphEvent } from './eventFeed';
import type { Parts } from './parts';
import { attemptEnd } from './renderEnd';
import { submissionOf } from './submission';
import type { ClaimedTask } from './workerStore';

/**
 * Our own worker for render tasks (docs/task-graph.md, 8 and "Render tasks"): claims as many as the backends can take
 * soon, hands each to the queue as a detached task, and reports what became of it.
 *
 * The detached task is the lease: it survives every process, so a front that dies takes nothing with it. Should a front die
 * between the claim and the submission, or between the end of the task and the report, `reconcile` of another one, or of
 * its successor, does what is missing. Everything here may be done twice: a task is submitted once by its id, and a
 * report counts once by its token.
 */

interface RunnerOptions {
  readonly parts: Pick<Parts, 'redis' | 'reader' | 'workers' | 'artifacts' | 'feed' | 'blobs'>;
  readonly detachedTasks: DetachedTasks;
  readonly storage: Pick<Storage, 'refusal'>;
  readonly countBackends: () => Promise<number>;
  readonly maxDurationSeconds: number;
  readonly log: Log;
}

const WORKER = 'asyground/asyground';
/** So many tasks a backend are claimed: one is drawn and one is ready to be. */
const WINDOW = 2;
/** Whoever has just claimed a task is about to submit it. */
const YOUNG_MS = 3000;

const referenceSchema = z.object({ task: z.string(), token: z.string() });

export class RenderRunner implements Service {
  private readonly redis: Redis;
  private isBusy = false;
  private isAsked = false;
  private unsubscribe: (() => void) | undefined;
  private stopListening: (() => Promise<void>) | undefined;

  constructor(private readonly options: RunnerOptions) {
    this.redis = options.parts.redis;
  }

  start(): void {
    const { parts, detachedTasks } = this.options;
    this.unsubscribe = parts.feed.subscribe((events) => this.hear(events));
    this.stopListening = detachedTasks.listen('graph', (end) => this.finish(end));
    this.wake();
  }

  async stop(): Promise<void> {
    this.unsubscribe?.();
    await this.stopListening?.();
  }

  /** Claims what there is room for, soon. */
  wake(): void {
    this.isAsked = true;
    if (this.isBusy) return;
    this.isBusy = true;
    void this.claimWhileAsked().finally(() => (this.isBusy = false));
  }

  /** Looks after what a front that died may have left half done. */
  async reconcile(): Promise<void> {
    const old = Date.now() - YOUNG_MS;
    for (const id of await this.redis.zrangebyscore(KEYS.graph('renders'), '-inf', old)) await this.look(id);
  }

  private async claimWhileAsked(): Promise<void> {
    const { parts, storage, countBackends, log } = this.options;
    while (this.isAsked) {
      this.isAsked = false;
      // What they draw has to be kept; there is another look every two seconds.
      if (storage.refusal('keep')) return;
      try {
        const { tasks } = await parts.workers.claim('render', WORKER, WINDOW * (await countBackends()));
        await Promise.all(tasks.map((task) => this.submit(task)));
      } catch (error) {
        if (!troubleOf(error)) log.error({ err: error }, 'render tasks could not be claimed');
      }
    }
  }

  private async submit({ id, token, fields, command }: Omit<ClaimedTask, 'leaseUntilMs' | 'continuations'>) {
    const { parts, detachedTasks, maxDurationSeconds } = this.options;
    const text = command ?? (await parts.reader.commandBlob(id));
    const { render } = commandSchema.parse(JSON.parse(text ?? '{}'));
    const owner = fields.owner ?? '';
    const submission = render && (await submissionOf(render, owner, maxDurationSeconds, parts));
    if (submission === undefined || typeof submission === 'string') {
      const reason = submission ?? 'The task has no program.';
      await parts.artifacts.putLog(id, Number(fields.runs), Buffer.from(`${reason}\n`));
      const report = { state: 'terminated', exitStatus: 'failure', extra: ['reason', reason] } as const;
      await parts.workers.report(id, token, report);
      return;
    }
    const who = { client: `graph:${owner}`, address: `graph:${fields.address || owner}` };
    const reference = JSON.stringify({ task: id, token });
    await detachedTasks.submit({ endpoint: 'graph', reference, submission, who }, taskId(id, fields.runs));
  }

  private async finish(end: DetachedEnd): Promise<void> {
    const { parts, log } = this.options;
    const reference = referenceSchema.safeParse(JSON.parse(end.reference));
    if (!reference.success) return;
    const { task: id, token } = reference.data;
    const found = await parts.reader.find(id, '');
    if (!found.ok || found.value.fields.token !== token) return;
    const { fields } = found.value;
    const isStopped = fields.state === 'pending_cancellation';
    if (end.outcome.kind === 'server-error') await parts.workers.abandon(id, token);
    else {
      await this.keep(id, token, Number(fields.runs), end);
      const done = await parts.workers.report(id, token, attemptEnd(end, isStopped));
      if (!done.ok) log.warn({ task: id, problem: done.failure.code }, 'a render ended and could not be reported');
    }
    this.wake();
  }

  /** Files, words and usage first: once the end is reported, whoever waits for them may read them. */
  private async keep(id: string, token: string, run: number, end: DetachedEnd): Promise<void> {
    const { blobs, artifacts, workers } = this.options.parts;
    const files = [...end.results, ...end.files].map(({ filename, blob }) => ({ file: filename, blob }));
    await artifacts.keepAll({ id, run, token }, files);
    const said = await Promise.all([end.stdout, end.stderr].map((name) => name && blobs.get(name)));
    await artifacts.putLog(id, run, Buffer.concat(said.flatMap((bytes) => bytes || [])));
    // Told before, by a front that died before the report.
    if ((await this.redis.llen(KEYS.graph('usage', id, run))) > 0) return;
    const { peakMemoryBytes, cpuMs } = end.usage;
    const wall = Math.max(1, end.endedAtMs - end.startedAtMs);
    if (peakMemoryBytes !== undefined) await workers.reportUsage(id, token, 'memory_usage', peakMemoryBytes);
    if (cpuMs !== undefined) await workers.reportUsage(id, token, 'cpu_utilization', cpuMs / wall);
  }

  private async look(id: string): Promise<void> {
    const { parts, detachedTasks } = this.options;
    const found = await parts.reader.find(id, '');
    if (!found.ok) return void (await this.redis.zrem(KEYS.graph('renders'), id));
    const { fields, command } = found.value;
    const { token = '', runs } = fields;
    const render = await detachedTasks.read(taskId(id, runs));
    const isStopped = fields.state === 'pending_cancellation';
    if (render?.state === 'ended') return this.finish(render.end);
    if (render !== undefined) return isStopped ? detachedTasks.cancel(taskId(id, runs)) : undefined;
    if (isStopped) await parts.workers.report(id, token, { state: 'cancelled', exitStatus: 'cancelled' });
    else await this.submit({ id, token, fields, command });
  }

  private hear(events: readonly GraphEvent[]): void {
    for (const { kind, from, to, task } of events) {
      if (kind !== 'render') continue;
      if (to === 'available' || from === 'running') this.wake();
      if (to === 'pending_cancellation') {
        this.halt(task).catch((error: unknown) => this.options.log.error({ err: error, task }, 'a render runs on'));
      }
    }
  }

  private async halt(id: string): Promise<void> {
    await this.options.detachedTasks.cancel(taskId(id, (await this.redis.hget(KEYS.graph('task', id), 'runs')) ?? '0'));
  }
}

/** One for each attempt. */
function taskId(task: string, run: string | undefined): string {
  return `graph-${task}-${run ?? '0'}`;
}
