import { TASK_GRAPH_LIMITS } from '@/core/taskgraph/limits';
import type { Resources } from '@/core/taskgraph/taskSchema';
import type { EventFeed, GraphEvent } from './eventFeed';
import type { Claims, WorkerStore } from './workerStore';

/**
 * Claims that wait until there is something for them (docs/task-graph.md, 8 and 10). Of those that wait, as many are
 * woken as tasks became available, the longest waiting first; one that found nothing fit for it wakes the next. A worker
 * that is to stop something is woken, too.
 */

export interface Claim {
  readonly worker: string;
  readonly max: number;
  readonly resources: Resources | undefined;
  readonly waitMilliseconds: number;
}

interface Waiting {
  readonly worker: string;
  readonly wake: () => void;
}

/** Should an event be lost with a connection, nobody waits longer than this in vain. */
const LOOK_AGAIN_MILLISECONDS = 3000;

export class WaitingClaims {
  private waiting: Waiting[] = [];
  private readonly unsubscribe: () => void;
  private isClosed = false;

  constructor(
    private readonly store: WorkerStore,
    feed: EventFeed,
  ) {
    this.unsubscribe = feed.subscribe((events) => this.hear(events));
  }

  /** `watch` makes a signal for when the one who asked has left: it shall not be given anything then. */
  async claim({ worker, max, resources, waitMilliseconds }: Claim, watch: () => AbortSignal): Promise<Claims> {
    const until = Date.now() + Math.min(waitMilliseconds, TASK_GRAPH_LIMITS.maxClaimWaitMilliseconds);
    let gone: AbortSignal | undefined;
    for (let isWoken = false; ;) {
      const claims = await this.store.claim('external', worker, max, resources);
      const left = until - Date.now();
      if (claims.tasks.length > 0 || claims.cancel.length > 0) return claims;
      if (isWoken) this.wakeNext();
      if (left <= 0 || this.isClosed) return claims;
      // Most claims find something at once and need no watch.
      gone ??= watch();
      isWoken = await this.wait(worker, Math.min(left, LOOK_AGAIN_MILLISECONDS), gone);
      if (gone.aborted) {
        if (isWoken) this.wakeNext();
        return claims;
      }
    }
  }

  /** Everybody gets their empty answer. */
  close(): void {
    this.isClosed = true;
    this.unsubscribe();
    for (const { wake } of [...this.waiting]) wake();
  }

  /** True: something happened; false: time is over, or the one who asked has left. */
  private wait(worker: string, milliseconds: number, gone: AbortSignal): Promise<boolean> {
    return new Promise((resolve) => {
      const finish = (isWoken: boolean) => {
        clearTimeout(timer);
        gone.removeEventListener('abort', leave);
        this.waiting = this.waiting.filter((other) => other !== entry);
        resolve(isWoken);
      };
      const leave = () => finish(false);
      const entry: Waiting = { worker, wake: () => finish(true) };
      const timer = setTimeout(leave, milliseconds);
      gone.addEventListener('abort', leave);
      this.waiting.push(entry);
    });
  }

  private hear(events: readonly GraphEvent[]): void {
    for (const { kind, to, worker } of events) {
      if (kind !== 'external') continue;
      if (to === 'available') this.wakeNext();
      if (to === 'pending_cancellation')
        for (const entry of this.waiting.filter((other) => other.worker === worker)) entry.wake();
    }
  }

  private wakeNext(): void {
    this.waiting[0]?.wake();
  }
}
