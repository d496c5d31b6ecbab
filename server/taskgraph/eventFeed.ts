import type { Redis } from 'ioredis';
import type { EventDocument } from '@/core/taskgraph/documentSchema';
import { TASK_GRAPH_ROOM } from '@/core/taskgraph/limits';
import { isTaskState, type TaskState } from '@/core/taskgraph/state';
import type { Log } from '@/platform/log';
import { Consumer } from '@/platform/redis/consumer';
import { KEYS } from '@/platform/redis/keys';
import { fromStream, type StreamEntry } from '@/platform/redis/readers';
import { pairs } from '@/platform/redis/script';
import { compareIds } from '@/platform/redis/streamId';
import { isoTime } from './storedTask';

/** Every change of a state, as the scripts tell it: all of them as they happen, and earlier ones on request. */

export interface GraphEvent {
  /** Of the stream in Redis: milliseconds, `-`, number. Later events have larger ones. */
  readonly id: string;
  readonly task: string;
  /** '' of a task of its own. */
  readonly graph: string;
  readonly owner: string;
  readonly kind: string;
  /** Who has the task, if anybody. */
  readonly worker: string;
  /** '' when it was created. */
  readonly from: TaskState | '';
  readonly to: TaskState;
}

type Listener = (events: readonly GraphEvent[]) => void;

/** Few enough that whoever waits for an answer is not held up by the reading of others. */
const EVENTS_AT_ONCE = 200;
const STREAM = KEYS.graph('events');

export class EventFeed {
  private readonly listeners = new Set<Listener>();
  private consumer: Consumer<StreamEntry[]> | undefined;

  constructor(
    private readonly redis: Redis,
    /** A connection of its own: it is blocked most of the time. */
    private readonly blockingRedis: Redis,
    private readonly log: Log,
  ) {}

  async start(): Promise<void> {
    const { blockingRedis: redis, log } = this;
    const read = fromStream(STREAM, await this.lastId(), EVENTS_AT_ONCE);
    const handle = (entries: readonly StreamEntry[]) => {
      const events = this.readAll(entries);
      for (const listener of [...this.listeners]) listener(events);
    };
    this.consumer = new Consumer({ what: 'events of graphs', redis, read, handle, log });
    this.consumer.start();
  }

  async stop(): Promise<void> {
    await this.consumer?.stop();
  }

  /** Answers how to stop it. */
  subscribe(listener: Listener): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  async after(id: string, count: number): Promise<GraphEvent[]> {
    const entries = await this.redis.xrange(STREAM, `(${id}`, '+', 'COUNT', count);
    return this.readAll(entries);
  }

  private readAll(entries: readonly StreamEntry[]): GraphEvent[] {
    return entries.flatMap(([id, fields]) => {
      const event = readEvent(id, fields);
      if (!event) this.log.error({ entry: id, fields }, 'an event nobody can read is left out');
      return event ?? [];
    });
  }

  async lastId(): Promise<string> {
    const [last] = await this.redis.xrevrange(STREAM, '+', '-', 'COUNT', 1);
    return last?.[0] ?? '0-0';
  }

  /** All but the newest. Not in the scripts: each event would pay for it. */
  async forgetOld(): Promise<void> {
    await this.redis.xtrim(STREAM, 'MAXLEN', '~', TASK_GRAPH_ROOM.eventsKept);
  }

  /** Whether events after this one have been forgotten already. */
  async isForgotten(id: string): Promise<boolean> {
    const [first] = await this.redis.xrange(STREAM, '-', '+', 'COUNT', 1);
    if (first === undefined || compareIds(id, first[0]) >= 0) return false;
    const info = Object.fromEntries(pairs((await this.redis.xinfo('STREAM', STREAM)) as unknown[]));
    return Number(info['entries-added']) > Number(info.length);
  }
}

export function eventDocument({ id, task, graph, from, to }: GraphEvent): EventDocument {
  return {
    id,
    time: isoTime(id.split('-')[0] ?? 0),
    task,
    ...(graph === '' ? {} : { graph }),
    ...(from === '' ? {} : { from }),
    to,
  };
}

export function isEventId(text: string): boolean {
  return /^\d{1,15}-\d{1,15}$/.test(text);
}

/** The words of a change stand in one text (platform/redis/scripts/taskgraphState.lua, `tell`). Undefined: it is none. */
export function readEvent(id: string, [, change = '']: readonly string[]): GraphEvent | undefined {
  const [task = '', from = '', to = '', owner = '', graph = '', kind = '', ...worker] = change.split(' ');
  if (!isTaskState(to) || (from !== '' && !isTaskState(from))) return undefined;
  return { id, task, graph, owner, kind, worker: worker.join(' '), from, to };
}
