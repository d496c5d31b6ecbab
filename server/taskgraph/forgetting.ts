import type { Redis } from 'ioredis';
import { TASK_GRAPH_ROOM } from '@/core/taskgraph/limits';
import { KEYS } from '@/platform/redis/keys';
import type { Artifacts } from './artifacts';
import type { Scripts } from './scripts';

/**
 * Tasks that have ended are forgotten, with everything they left: by their owner, or after their time. Those that nobody
 * claims end after theirs.
 */

const TASKS_AT_ONCE = 200;

export class Forgetting {
  constructor(
    private readonly redis: Redis,
    private readonly scripts: Scripts,
    private readonly artifacts: Pick<Artifacts, 'forget'>,
  ) {}

  async forget(ids: readonly string[]): Promise<void> {
    for (let at = 0; at < ids.length; at += TASKS_AT_ONCE) {
      const gone = await this.scripts.ask('forget', ['ended', ...ids.slice(at, at + TASKS_AT_ONCE)]);
      for (const id of gone) await this.artifacts.forget(String(id));
    }
  }

  /** What is over its time. */
  async sweep(nowMs: number): Promise<void> {
    const over = nowMs - TASK_GRAPH_ROOM.endedTaskSeconds * 1000;
    for (let ids: string[] = []; ;) {
      ids = await this.redis.zrangebyscore(KEYS.graph('ended'), '-inf', over, 'LIMIT', 0, TASKS_AT_ONCE);
      await this.forget(ids);
      if (ids.length < TASKS_AT_ONCE) return;
    }
  }

  /** Ends what nobody has claimed, or its owner has held back, for too long. */
  async lapse(nowMs: number): Promise<void> {
    const since = nowMs - TASK_GRAPH_ROOM.unclaimedTaskSeconds * 1000;
    for (const state of ['available', 'inactive']) {
      // Some of those that are looked at leave the set; the next ones are found by their age.
      for (let after = '-inf'; ;) {
        const args = await this.redis.zrangebyscore(
          KEYS.graph('state', state),
          after,
          '+inf',
          'WITHSCORES',
          'LIMIT',
          0,
          TASKS_AT_ONCE,
        );
        const ids = args.filter((_, i) => i % 2 === 0);
        const old = ids.length === 0 ? 0 : Number(await this.scripts.run('lapse', [since, ...ids]));
        if (old < TASKS_AT_ONCE) break;
        after = `(${args.at(-1)}`;
      }
    }
  }
}
