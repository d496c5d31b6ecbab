import type { Redis } from 'ioredis';
import { QUEUE_LIMITS } from '@/core/limits';
import type { WorkerHeartbeat } from '@/core/messages';
import type { Log } from '@/platform/log';
import { KEYS } from '@/platform/redis/keys';
import { readHeartbeats } from '../health';
import type { KnownTask } from './execution';

/**
 * Who is there: workers by their heartbeats, fronts by theirs. Backends are counted by these alone.
 *
 * A worker is lost when its heartbeat has run out, or when a younger worker sits in its hostKey (the supervisor of a
 * machine starts one when the last has died). A front that is lost takes its tasks with it.
 */

type MembershipEvent =
  | { readonly kind: 'backend-joined'; readonly backend: string }
  | { readonly kind: 'backend-left'; readonly backend: string }
  | { readonly kind: 'withdrawn'; readonly task: string; readonly cause: 'connection-closed' };

/** Its backends, and its places for shells, to which a permit goes in the same way. */
export function allOf({ backends, shellPlaces = [] }: WorkerHeartbeat): readonly string[] {
  return [...backends, ...shellPlaces];
}

export class Membership {
  private readonly known = new Map<string, WorkerHeartbeat>();
  /** Known workers that join anew if they are still there at the next look. If they are not, they are lost like any. */
  private readonly doubted = new Set<string>();
  /** Backends of running tasks whose worker has not been heard of since we lead, and until when we wait for it. */
  private readonly awaited = new Map<string, number>();

  constructor(
    private readonly redis: Redis,
    private readonly tasks: ReadonlyMap<string, KnownTask>,
    private readonly log: Log,
  ) {}

  get workers(): readonly WorkerHeartbeat[] {
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
    for (const [id, heartbeat] of this.known) if (allOf(heartbeat).includes(backend)) this.doubted.add(id);
  }

  async look(): Promise<{ events: MembershipEvent[]; lost: WorkerHeartbeat[] }> {
    const heartbeats = await this.liveWorkers();
    const events: MembershipEvent[] = this.overdue(heartbeats);
    const lost: WorkerHeartbeat[] = [];
    for (const [id, heartbeat] of this.known) {
      if (heartbeats.has(id)) continue;
      this.log.warn({ worker: id }, 'a worker is gone');
      lost.push(heartbeat);
      this.known.delete(id);
      this.doubted.delete(id);
      for (const backend of allOf(heartbeat)) events.push({ kind: 'backend-left', backend });
    }
    for (const [id, heartbeat] of heartbeats) {
      if (!this.known.has(id) || this.doubted.delete(id)) {
        this.log.info({ worker: id, backends: heartbeat.backends.length }, 'a worker has joined');
        for (const backend of allOf(heartbeat)) events.push({ kind: 'backend-joined', backend });
      }
      this.known.set(id, heartbeat);
    }
    return { events: [...events, ...(await this.orphans())], lost };
  }

  private overdue(heartbeats: ReadonlyMap<string, WorkerHeartbeat>): MembershipEvent[] {
    const live = new Set([...heartbeats.values()].flatMap(allOf));
    const events: MembershipEvent[] = [];
    for (const [backend, untilMs] of this.awaited) {
      if (live.has(backend)) this.awaited.delete(backend);
      else if (Date.now() > untilMs) {
        this.awaited.delete(backend);
        events.push({ kind: 'backend-left', backend });
      }
    }
    return events;
  }

  private async liveWorkers(): Promise<Map<string, WorkerHeartbeat>> {
    const byHostKey = new Map<string, WorkerHeartbeat>();
    for (const heartbeat of await readHeartbeats(this.redis)) {
      const other = byHostKey.get(heartbeat.hostKey);
      if (!other || other.startedAtMs < heartbeat.startedAtMs) byHostKey.set(heartbeat.hostKey, heartbeat);
    }
    return new Map([...byHostKey.values()].map((heartbeat) => [heartbeat.worker, heartbeat]));
  }

  private async orphans(): Promise<MembershipEvent[]> {
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
