import type { Redis } from 'ioredis';
import { LRUCache } from 'lru-cache';
import type { ExecutionInfoDocument, TaskDocument } from '@/core/taskgraph/documentSchema';
import type { UsageList } from '@/core/taskgraph/attempt';
import { refusal, success, type Result } from '@/core/result';
import { unknownTask } from '@/core/taskgraph/problem';
import type { ExitStatus } from '@/core/taskgraph/workerSchema';
import type { Blobs } from '@/platform/blobs/blobs';
import { KEYS } from '@/platform/redis/keys';
import { documentOf, idsOf, isoTime, workerName, type Fields } from './storedTask';

/** Reads tasks and their attempts. Tasks of a graph that is still being written are seen by nobody. */

export interface StoredTask {
  readonly id: string;
  readonly fields: Fields;
  readonly continuations: readonly string[];
  readonly command: string | undefined;
}

const MAX_GRAPHS_REMEMBERED = 10_000;
/** One answer of Redis should not hold up the others. */
const TASKS_AT_ONCE = 500;

export class TaskReader {
  /** A graph that was visible once stays so. */
  private readonly visibleGraphs = new LRUCache<string, true>({ max: MAX_GRAPHS_REMEMBERED });

  constructor(
    private readonly redis: Redis,
    private readonly blobs: Blobs,
  ) {}

  /** `owner`: whose tasks may be seen; '' everybody's. */
  async find(id: string, owner: string): Promise<Result<StoredTask>> {
    const [task] = await this.readMany([id]);
    if (task === undefined || (owner !== '' && task.fields.owner !== owner)) return refusal(unknownTask(id));
    return success(task);
  }

  async document(id: string, owner: string): Promise<Result<TaskDocument>> {
    const found = await this.find(id, owner);
    return found.ok ? success(toDocument(found.value)) : found;
  }

  /** Those that exist and are visible, in the order of the ids. */
  async readMany(ids: readonly string[], withCommands = true): Promise<StoredTask[]> {
    const tasks: StoredTask[] = [];
    for (let at = 0; at < ids.length; at += TASKS_AT_ONCE) {
      const part = ids.slice(at, at + TASKS_AT_ONCE);
      const pipeline = this.redis.pipeline();
      for (const id of part) {
        pipeline.hgetall(KEYS.graph('task', id)).get(KEYS.graph('next', id));
        pipeline.get(withCommands ? KEYS.graph('command', id) : KEYS.graph('none'));
      }
      const answers = (await pipeline.exec()) ?? [];
      for (const [i, id] of part.entries()) {
        const [fields, next, command] = [0, 1, 2].map((offset) => answers[3 * i + offset]?.[1]);
        const known = fields as Fields;
        if (known.state === undefined) continue;
        const isBlob = withCommands && known.commandBlob !== undefined;
        const kept = isBlob ? await this.commandBlob(id) : (command as string | null);
        tasks.push({ id, fields: known, continuations: idsOf(next as string | null), command: kept ?? undefined });
      }
    }
    return this.onlyVisible(tasks);
  }

  /** As scripts tell a task: a command that is kept as a blob is not there yet. */
  async withCommand(task: StoredTask): Promise<StoredTask> {
    if (task.fields.commandBlob === undefined) return task;
    return { ...task, command: (await this.commandBlob(task.id)) ?? undefined };
  }

  async commandBlob(id: string): Promise<string | null> {
    return (await this.blobs.get(`commands/${id}`))?.toString('utf8') ?? null;
  }

  async onlyVisible<T extends { readonly fields: Fields }>(tasks: readonly T[]): Promise<T[]> {
    const graphs = new Set(tasks.map(({ fields }) => fields.graph ?? ''));
    await Promise.all([...graphs].map((graph) => this.look(graph)));
    return tasks.filter(({ fields: { graph } }) => !graph || this.visibleGraphs.has(graph));
  }

  async isVisible(graph: string): Promise<boolean> {
    await this.look(graph);
    return this.visibleGraphs.has(graph);
  }

  /** One for each attempt, from the first. */
  async attempts(id: string, first: number, last: number): Promise<ExecutionInfoDocument[]> {
    const documents: ExecutionInfoDocument[] = [];
    for (let run = first; run <= last; run += 1) {
      const [fields, usage] = await Promise.all([
        this.redis.hgetall(KEYS.graph('attempt', id, run)),
        this.redis.lrange(KEYS.graph('usage', id, run), 0, -1),
      ]);
      if (fields.claimed !== undefined) documents.push(attemptDocument(fields, usage));
    }
    return documents;
  }

  private async look(graph: string): Promise<void> {
    if (graph === '' || this.visibleGraphs.has(graph)) return;
    const phase = await this.redis.hget(KEYS.graph('graph', graph), 'phase');
    if (phase !== null && phase !== 'writing') this.visibleGraphs.set(graph, true);
  }
}

export function toDocument({ id, fields, continuations, command }: StoredTask): TaskDocument {
  return documentOf(id, fields, continuations, command);
}

function attemptDocument(fields: Fields, usage: readonly string[]): ExecutionInfoDocument {
  const values = usage.map((entry) => {
    const [list, time = 0, value] = entry.split(' ');
    return { list, time: isoTime(time), value: Number(value) };
  });
  const valuesOf = (wanted: UsageList) =>
    values.flatMap(({ list, time, value }) => (list === wanted ? [{ time, value }] : []));
  return {
    worker: workerName(fields.worker ?? ''),
    time_claimed: isoTime(fields.claimed ?? 0),
    time_started: isoTime(fields.started ?? 0),
    ...(fields.ended === undefined ? {} : { time_terminated: isoTime(fields.ended) }),
    ...(fields.exit === undefined ? {} : { exit_status: fields.exit as ExitStatus }),
    ...(fields.exitCode === undefined ? {} : { exit_code: Number(fields.exitCode) }),
    ...(fields.signal === undefined ? {} : { signal: fields.signal }),
    ...(fields.measured === undefined ? {} : { measured: fields.measured as 'cgroup' | 'sampled' }),
    ...(fields.reason === undefined ? {} : { reason: fields.reason }),
    memory_usage: valuesOf('memory_usage'),
    cpu_utilization: valuesOf('cpu_utilization'),
    gpu_usage: valuesOf('gpu_usage'),
  };
}
