import type { Redis } from 'ioredis';
import type { CheckedGraph } from '@/core/taskgraph/graph';
import { TASK_GRAPH_ROOM } from '@/core/taskgraph/limits';
import { refusal, success, type Result } from '@/core/result';
import { TASK_GRAPH_LIMITS } from '@/core/taskgraph/limits';
import { isHeld, type TaskBody } from '@/core/taskgraph/taskSchema';
import { KEYS } from '@/platform/redis/keys';
import { budgetArgs, type RepeatableRequest, type Budget } from './ownerStore';
import { fieldsOf } from './storedTask';
import { problemOf, type Scripts, type Arg } from './scripts';

/**
 * Whole graphs (docs/task-graph.md, 12). A script that writes ten thousand tasks would hold up everybody else, so a
 * graph goes through phases, each in parts:
 *
 * **writing**: its tasks are written; nobody sees them. Should the writer vanish, they are forgotten.
 * **announcing**: from one moment to the next all of it is visible, and accepted. Its tasks are told of as events.
 * **starting**: the tasks without parents become available, unless they are held.
 * **ready**: there is nothing left to do.
 *
 * From `announcing` on any front can go on with it, and one does if its writer vanishes (chores.ts).
 */

const TASKS_AT_ONCE = 200;
const WORK_AT_ONCE = 500;
interface GraphOptions {
  readonly id: string;
  readonly room: Budget;
  readonly repeatable?: RepeatableRequest | undefined;
  /** The command of a task as text, if it is to stay in Redis; kept as a blob already otherwise. */
  readonly commandOf: (local: string, body: TaskBody) => string | undefined;
  /** The id of each task by its local name. */
  readonly ids: ReadonlyMap<string, string>;
  /** The task that each one is another try of. */
  readonly retryOf?: ReadonlyMap<string, string>;
}

export class GraphWriter {
  constructor(
    private readonly redis: Redis,
    private readonly scripts: Scripts,
    /** Removes what was kept of a task elsewhere. */
    private readonly discard: (task: string) => Promise<void> = async () => undefined,
  ) {}

  async create(owner: string, graph: CheckedGraph, options: GraphOptions): Promise<Result<void>> {
    const { id } = options;
    const { size } = graph.tasks;
    const first = (await this.redis.incrby(KEYS.graph('serials'), size)) - size + 1;
    const locals = [...graph.tasks];
    for (let at = 0; at < size; at += TASKS_AT_ONCE) {
      const part = locals.slice(at, at + TASKS_AT_ONCE);
      const about = [id, owner, first + at, size];
      const room = budgetArgs(options.room);
      const tasks = part.flatMap(([local, body]) => taskArgs(graph, options, local, body));
      const answer = await this.scripts.ask('write', [...about, ...room, ...tasks]);
      if (answer[0] !== 'ok') {
        await this.forgetDraft(id);
        return refusal(problemOf(answer, ''));
      }
    }
    const args = [id, owner, options.repeatable?.key ?? '', TASK_GRAPH_ROOM.idempotencyKeySeconds];
    const [published] = await this.scripts.ask('publish', args);
    if (published === 'gone') {
      await this.forgetDraft(id);
      return refusal({ code: 'lost-race', message: 'The graph took too long to be written; try again.' });
    }
    await this.start(id);
    return success(undefined);
  }

  /** Goes on with a visible graph until it is ready. */
  async start(id: string): Promise<void> {
    for (let phase: unknown = 'announcing'; phase === 'announcing' || phase === 'starting';) {
      phase = await this.scripts.run('start', [id, WORK_AT_ONCE]);
    }
  }

  /** What a writer left behind before anybody could see it. */
  async forgetDraft(id: string): Promise<void> {
    for (;;) {
      const ids = await this.redis.zrange(KEYS.graph('graph', id, 'tasks'), 0, String(TASKS_AT_ONCE - 1));
      if (ids.length === 0) break;
      await this.scripts.ask('forget', ['draft', ...ids]);
      for (const task of ids) await this.discard(task);
    }
    await this.redis.multi().del(KEYS.graph('graph', id)).zrem(KEYS.graph('unready'), id).exec();
  }

  /** Takes care of graphs whose writer has vanished; gives back how many there were. */
  async adopt(): Promise<number> {
    // The clock that the scripts read, too: those of several machines may differ.
    const [seconds] = await this.redis.time();
    const silent = Number(seconds) * 1000 - TASK_GRAPH_LIMITS.writerLeaseMs;
    const ids = await this.redis.zrangebyscore(KEYS.graph('unready'), '-inf', silent);
    for (const id of ids) {
      const phase = await this.redis.hget(KEYS.graph('graph', id), 'phase');
      if (phase === 'announcing' || phase === 'starting') await this.start(id);
      else await this.forgetDraft(id);
    }
    return ids.length;
  }
}

function taskArgs(graph: CheckedGraph, options: GraphOptions, local: string, body: TaskBody): Arg[] {
  const id = (name: string) => options.ids.get(name) ?? '';
  const parents = graph.parentCounts.get(local) ?? 0;
  const command = body.command === undefined ? '' : options.commandOf(local, body);
  const retryOf = options.retryOf?.get(local);
  const fields = fieldsOf(body, {
    pending: String(parents),
    local,
    ...(parents === 0 && !graph.isHeld && !isHeld(body) ? { starts: '1' } : {}),
    ...(command === undefined ? { commandBlob: '1' } : {}),
    ...(retryOf === undefined ? {} : { retryOf }),
  });
  const children = (body.continuations ?? []).map(id).join(' ');
  return [id(local), body.name ?? '', children, command ?? '', fields.length, ...fields];
}
