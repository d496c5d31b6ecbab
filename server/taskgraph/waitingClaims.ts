import { TASK_GRAPH_LIMITS } from '@/core/taskgraph/limits';
import type { Served } from '@/core/taskgraph/served';
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
  readonly waitMs: number;
  readonly serves: Served;
}

interface Waiting {
  readonly worker: string;
  /** How many tasks had become available when it last looked. */
  readonly heard: number;
  readonly wake: (heard: number) => void;
}

/** Should an event be lost with a connection, nobody waits longer than this in vain. */
const LOOK_AGAIN_MS = 3000;

export class WaitingClaims {
  private waiting: Waiting[] = [];
  /** How many tasks have become available. */
  private heard = 0;
  private readonly unsubscribe: () => void;
  private isClosed = false;

  constructor(
    private readonly store: WorkerStore,
    feed: EventFeed,
  ) {
    this.unsubscribe = feed.subscribe((events) => this.hear(events));
  }

  /** `watch` makes a signal for when the one who asked has left: it shall not be given anything then. */
  async claim(claim: Claim, watch: () => AbortSignal): Promise<Claims> {
    const { worker, max, resources, waitMs, serves } = claim;
    const until = Date.now() + Math.min(waitMs, TASK_GRAPH_LIMITS.maxClaimWaitMs);
    let gone: AbortSignal | undefined;
    for (let woken: number | undefined; ;) {
      const { heard } = this;
      const claims = await this.store.claim('external', worker, max, resources, serves);
      const left = until - Date.now();
      if (claims.tasks.length > 0 || claims.cancel.length > 0) return claims;
      if (woken !== undefined) this.wakeNext(woken);
      if (left <= 0 || this.isClosed) return claims;
      // Most claims find something at once and need no watch.
      gone ??= watch();
      woken = await this.wait(worker, heard, Math.min(left, LOOK_AGAIN_MS), gone);
      if (gone.aborted) {
        if (woken !== undefined) this.wakeNext(woken);
        return claims;
      }
    }
  }

  /** Everybody gets their empty answer. */
  stop(): void {
    this.isClosed = true;
    this.unsubscribe();
    for (const { wake } of [...this.waiting]) wake(this.heard);
  }

  /** Which task it was woken for, by its count; undefined: time is over, or the one who asked has left. */
  private wait(worker: string, heard: number, milliseconds: number, gone: AbortSignal): Promise<number | undefined> {
    return new Promise((resolve) => {
      const finish = (woken: number | undefined) => {
        clearTimeout(timer);
        gone.removeEventListener('abort', leave);
        this.waiting = this.waiting.filter((other) => other !== entry);
        resolve(woken);
      };
      const leave = () => finish(undefined);
      const entry: Waiting = { worker, heard, wake: finish };
      const timer = setTimeout(leave, milliseconds);
      gone.addEventListener('abort', leave);
      this.waiting.push(entry);
    });
  }

  private hear(events: readonly GraphEvent[]): void {
    for (const { kind, to, worker } of events) {
      if (kind !== 'external') continue;
      if (to === 'available') this.wakeNext((this.heard += 1));
      if (to === 'pending_cancellation')
        for (const entry of this.waiting.filter((other) => other.worker === worker)) entry.wake(this.heard);
    }
  }

  /** Who has looked since is not asked again: a task that nobody here may have would go round among them for ever. */
  private wakeNext(heard: number): void {
    this.waiting.find((entry) => entry.heard < heard)?.wake(heard);
  }
}
