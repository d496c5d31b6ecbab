import type { Redis } from 'ioredis';
import { QUEUE_LIMITS } from '@/core/limits';
import { readWord, workerCard, type WorkerCard } from '@/core/words';
import type { Log } from '@/platform/log';
import { KEYS } from '@/platform/redis/keys';
import type { KnownTask } from './execution';

/**
 * Who is there: workers by their heartbeats, fronts by theirs. Backends are counted by these alone.
 *
 * A worker is lost when its heartbeat has run out, or when a younger worker sits in its seat (the supervisor of a
 * machine starts one when the last has died). A front that is lost takes its tasks with it.
 */

export type CensusEvent =
  | { readonly kind: 'backend-joined'; readonly backend: string }
  | { readonly kind: 'backend-left'; readonly backend: string }
  | { readonly kind: 'withdrawn'; readonly task: string; readonly cause: 'connection-closed' };

export class Census {
  private readonly known = new Map<string, WorkerCard>();
  /** Backends of running tasks whose worker has not been heard of since we lead, and until when we wait for it. */
  private readonly awaited = new Map<string, number>();

  constructor(
    private readonly redis: Redis,
    private readonly tasks: ReadonlyMap<string, KnownTask>,
    private readonly log: Log,
  ) {}

  get workers(): readonly WorkerCard[] {
    return [...this.known.values()];
  }

  /**
   * A new leader found these at work. A heartbeat may have run out while Redis was away although its worker is well:
   * each gets the time of a lease to be heard of.
   */
  await(backends: readonly string[]): void {
    const untilMs = Date.now() + QUEUE_LIMITS.backendLeaseSeconds * 1000;
    for (const backend of backends) this.awaited.set(backend, untilMs);
  }

  /** Something is wrong with this backend: its worker must be seen anew. */
  doubt(backend: string): void {
    for (const [id, card] of this.known) if (card.backends.includes(backend)) this.known.delete(id);
  }

  async look(): Promise<{ events: CensusEvent[]; lost: WorkerCard[] }> {
    const cards = await this.liveWorkers();
    const events: CensusEvent[] = this.overdue(cards);
    const lost: WorkerCard[] = [];
    for (const [id, card] of this.known) {
      if (cards.has(id)) continue;
      this.log.warn({ worker: id }, 'a worker is gone');
      lost.push(card);
      this.known.delete(id);
      for (const backend of card.backends) events.push({ kind: 'backend-left', backend });
    }
    for (const [id, card] of cards) {
      if (!this.known.has(id)) {
        this.log.info({ worker: id, backends: card.backends.length }, 'a worker has joined');
        for (const backend of card.backends) events.push({ kind: 'backend-joined', backend });
      }
      this.known.set(id, card);
    }
    return { events: [...events, ...(await this.orphans())], lost };
  }

  private overdue(cards: ReadonlyMap<string, WorkerCard>): CensusEvent[] {
    const live = new Set([...cards.values()].flatMap((card) => card.backends));
    const events: CensusEvent[] = [];
    for (const [backend, untilMs] of this.awaited) {
      if (live.has(backend)) this.awaited.delete(backend);
      else if (Date.now() > untilMs) {
        this.awaited.delete(backend);
        events.push({ kind: 'backend-left', backend });
      }
    }
    return events;
  }

  private async liveWorkers(): Promise<Map<string, WorkerCard>> {
    const ids = await this.redis.smembers(KEYS.workers);
    const texts = ids.length === 0 ? [] : await this.redis.mget(ids.map((id) => KEYS.worker(id)));
    const cards = texts.flatMap((text) => (text === null ? [] : (readWord(workerCard, text) ?? [])));
    const gone = ids.filter((_, i) => texts[i] === null);
    if (gone.length > 0) await this.redis.srem(KEYS.workers, ...gone);
    const seats = new Map<string, WorkerCard>();
    for (const card of cards) {
      const other = seats.get(card.seat);
      if (!other || other.startedAtMs < card.startedAtMs) seats.set(card.seat, card);
    }
    return new Map([...seats.values()].map((card) => [card.worker, card]));
  }

  private async orphans(): Promise<CensusEvent[]> {
    const fronts = [...new Set([...this.tasks.values()].flatMap(({ task }) => task.front ?? []))];
    if (fronts.length === 0) return [];
    const alive = await this.redis.mget(fronts.map((front) => KEYS.front(front)));
    const dead = new Set(fronts.filter((_, i) => alive[i] === null));
    if (dead.size === 0) return [];
    const tasks = [...this.tasks]
      .filter(([, { task }]) => task.front !== undefined && dead.has(task.front))
      .map(([id]) => id);
    this.log.warn({ fronts: [...dead], tasks: tasks.length }, 'a front is gone, and its tasks with it');
    return tasks.map((task) => ({ kind: 'withdrawn', task, cause: 'connection-closed' }));
  }
}
