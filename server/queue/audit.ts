import type { Redis } from 'ioredis';
import type { ChurnMap } from '@/core/churnMap';
import { KEYS } from '@/platform/redis/keys';

/**
 * Looks after a front's tasks of which nothing is heard: a message may be lost with the connection that carried it.
 *
 * A task without a backend that Redis does not know any more has ended without our hearing of it; twice in a row, because
 * a task that has just ended is still on its way to us. Of many tasks so many are looked at at a time, in rounds.
 */

export interface Audited {
  readonly submittedAt: number;
  /** Its backend, once it has one. */
  readonly link: unknown;
  /** How often in a row Redis did not know the task. */
  missed: number;
}

const PATIENCE_MS = 3000;
const AT_ONCE = 200;
const MISSED_TOO_OFTEN = 2;

export class Audit {
  /** Who is still to be looked at, the last one first. */
  private round: string[] = [];

  constructor(
    private readonly pending: Pick<ChurnMap<Audited>, 'keys' | 'get'>,
    private readonly redis: Redis,
    private readonly onLost: (task: string) => void,
  ) {}

  async look(): Promise<void> {
    const chosen = this.next();
    const known = await Promise.all(chosen.map(([id]) => this.redis.exists(KEYS.taskFiles(id))));
    chosen.forEach(([id, task], i) => {
      task.missed = known[i] === 1 ? 0 : task.missed + 1;
      if (task.missed >= MISSED_TOO_OFTEN) this.onLost(id);
    });
  }

  private next(): [string, Audited][] {
    const chosen: [string, Audited][] = [];
    if (this.round.length === 0) this.round = this.pending.keys().reverse();
    while (chosen.length < AT_ONCE) {
      const id = this.round.pop();
      if (id === undefined) break;
      const task = this.pending.get(id);
      if (!task) continue;
      const waited = performance.now() - task.submittedAt;
      if (task.link === undefined && waited > PATIENCE_MS) chosen.push([id, task]);
    }
    return chosen;
  }
}
