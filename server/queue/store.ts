import type { Redis } from 'ioredis';
import { QUEUE_LIMITS, RETENTION } from '@/core/limits';
import type { Outcome } from '@/core/outcome';
import { emptyEnd } from '@/core/detachedTask';
import type { StoredTask } from '@/core/task';
import type { FrontMessage, PermitMessage, WorkerMessage } from '@/core/messages';
import { KEYS } from '@/platform/redis/keys';
import { loadScript } from '@/platform/redis/script';

/** What the scheduler has in Redis beside the queues: messages to fronts, backends and workers, and the ends of detachedTasks. */

const endDetached = loadScript('endDetached');
const tell = loadScript('tell');

type Said<T> = T extends unknown ? Omit<T, 'term'> : never;

export class Store {
  constructor(
    private readonly redis: Redis,
    private readonly term: string,
  ) {}

  /** An enlisted task's files stay for as long as it may wait. */
  async keepFiles(task: string): Promise<void> {
    await this.redis.expire(KEYS.taskFiles(task), RETENTION.waitingFilesSeconds);
  }

  async dropFiles(...tasks: string[]): Promise<void> {
    await this.redis.del(tasks.map((task) => KEYS.taskFiles(task)));
  }

  async permit(backend: string, said: Said<PermitMessage>): Promise<void> {
    await this.push(KEYS.permits(backend), { ...said, term: this.term });
  }

  /** False if the backend has picked it up: it will say what it took. */
  async takeBack(backend: string, said: Said<PermitMessage>): Promise<boolean> {
    const text = JSON.stringify({ ...said, term: this.term });
    return (await this.redis.lrem(KEYS.permits(backend), 1, text)) === 1;
  }

  async command(backend: string, said: Said<WorkerMessage>): Promise<void> {
    const worker = backend.slice(0, backend.lastIndexOf('.'));
    await this.push(KEYS.workerInbox(worker), { ...said, term: this.term });
  }

  async tellFront(front: string, message: FrontMessage): Promise<void> {
    await this.say(KEYS.frontInbox(front), 'XADD', '*', 'message', JSON.stringify(message));
  }

  /** For a task that no backend ends any more. */
  async endDetached(task: string, detached: NonNullable<StoredTask['detached']>, outcome: Outcome): Promise<void> {
    const nowMs = Date.now();
    const end = JSON.stringify(emptyEnd({ id: task, ...detached, outcome }, nowMs));
    const keys = [
      KEYS.detachedEnd(task),
      KEYS.detachedKept,
      KEYS.detachedEnds(detached.endpoint),
      KEYS.detachedEnd(task),
    ];
    await endDetached.run(this.redis, keys, [
      end,
      RETENTION.detachedSeconds,
      task,
      nowMs,
      '',
      RETENTION.detachedEndsKept,
    ]);
  }

  /** Whether such a task is over already: whoever submits may not be sure and submit again. */
  async isEnded(task: string): Promise<boolean> {
    return (await this.redis.exists(KEYS.detachedEnd(task))) === 1;
  }

  private push(list: string, message: object): Promise<void> {
    return this.say(list, 'RPUSH', JSON.stringify(message));
  }

  private async say(key: string, ...written: readonly string[]): Promise<void> {
    await tell.run(this.redis, [key], [QUEUE_LIMITS.unreadSeconds, ...written]);
  }
}
