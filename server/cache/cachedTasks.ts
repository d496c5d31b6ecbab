import { createHash } from 'node:crypto';
import { cacheKey } from '@/core/render/cacheKey';
import { isRepeatable } from '@/core/render/repeatable';
import type { Submission } from '@/core/submission/submission';
import type { Log } from '@/platform/log';
import type { TaskEvent } from '@/core/taskEvent';
import type { TaskHandle, Tasks, Who } from '../queue/tasks';
import { entryOf, replay } from './entry';
import { Flight } from './flight';
import type { CacheStore } from './store';
import type { Toolchain } from './toolchain';

/**
 * The cache stands in front of the queue and looks like it (docs/render-api.md, 12 and 13): what was rendered before is
 * replayed, what is being rendered is shared, everything else is passed on.
 */

/** memory, store: kept there. merged: shared with a run under way. miss: rendered. bypass: never kept. */
export type CacheUse = 'memory' | 'store' | 'merged' | 'miss' | 'bypass';

export interface CachedTasksOptions {
  readonly tasks: Tasks;
  readonly store: Pick<CacheStore, 'recent' | 'find' | 'keep'>;
  readonly toolchain: Pick<Toolchain, 'version' | 'look'>;
  /** Whether those who ask for the same at the same time share a run; otherwise each waits in the queue by itself. */
  readonly isSharing: boolean;
  readonly onUse: (use: CacheUse) => void;
  readonly log: Log;
}

type Hear = (event: TaskEvent) => void;
type RenderSubmission = Extract<Submission, { kind: 'render' }>;

const NOTHING = () => undefined;

export class CachedTasks implements Tasks {
  private readonly flights = new Map<string, Flight>();
  private lastHit = 0;

  constructor(private readonly options: CachedTasksOptions) {}

  submit(submission: Submission, who: Who, onEvent: Hear): TaskHandle {
    const { tasks, store, toolchain, isSharing, onUse } = this.options;
    const { version } = toolchain;
    if (submission.kind !== 'render' || version === undefined || !isRepeatable(submission.files)) {
      onUse('bypass');
      return tasks.submit(submission, who, onEvent);
    }
    const askedAtMs = performance.now();
    const key = cacheKey(submission, version, sha256);
    const kept = store.recent(key);
    if (kept !== undefined) {
      onUse('memory');
      return this.hit(replay(kept, performance.now() - askedAtMs), onEvent);
    }
    const underWay = isSharing ? this.flights.get(key) : undefined;
    if (underWay) onUse('merged');
    const flight = underWay ?? this.begin(key, submission, who, version);
    const member = flight.join(onEvent);
    return {
      id: `flight-${key}`,
      get isHit() {
        return flight.isHit;
      },
      input: NOTHING,
      interrupt: NOTHING,
      abort: () => member.leave(),
      ...member,
    };
  }

  private hit(events: readonly TaskEvent[], onEvent: Hear): TaskHandle {
    let hasLeft = false;
    // Later, since nobody expects to hear anything before this has returned.
    queueMicrotask(() => {
      for (const event of events) if (!hasLeft) onEvent(event);
    });
    this.lastHit += 1;
    const abort = () => void (hasLeft = true);
    const rest = { input: NOTHING, interrupt: NOTHING, shorten: NOTHING, pause: NOTHING, resume: NOTHING };
    return { id: `hit-${this.lastHit}`, isHit: true, abort, ...rest };
  }

  private begin(key: string, submission: RenderSubmission, who: Who, version: string): Flight {
    const flight: Flight = new Flight(() => this.close(key, flight));
    this.flights.set(key, flight);
    void this.fly(flight, key, submission, who, version);
    return flight;
  }

  private async fly(flight: Flight, key: string, submission: RenderSubmission, who: Who, version: string) {
    const { tasks, store, onUse, log } = this.options;
    const askedAtMs = performance.now();
    const kept = await store.find(key).catch((error: unknown) => {
      log.warn({ err: error }, 'the cache could not be read');
      return undefined;
    });
    if (kept !== undefined) {
      onUse('store');
      flight.isHit = true;
      this.close(key, flight);
      for (const event of replay(kept, performance.now() - askedAtMs)) flight.hear(event);
      return;
    }
    if (flight.isEmpty) return;
    onUse('miss');
    flight.follow(
      tasks.submit(submission, who, (event) => {
        flight.hear(event);
        if (event.type === 'ended' || event.type === 'denied') void this.land(flight, key, version, event);
      }),
    );
  }

  /** Until it is kept it can still be joined, so that whoever comes in this moment need not render again. */
  private async land(flight: Flight, key: string, version: string, last: TaskEvent): Promise<void> {
    const { store, toolchain, log } = this.options;
    try {
      const entry = last.type === 'ended' && flight.heard ? entryOf(flight.heard, last.outcome) : undefined;
      if (entry === undefined) return;
      // A worker with another toolchain may have come meanwhile: nobody knows who rendered this.
      await toolchain.look();
      if (toolchain.version === version) await store.keep(key, entry);
    } catch (error) {
      log.warn({ err: error }, 'a render could not be kept');
    } finally {
      this.close(key, flight);
    }
  }

  private close(key: string, flight: Flight): void {
    if (this.flights.get(key) === flight) this.flights.delete(key);
  }
}

function sha256(parts: readonly (string | Uint8Array)[]): string {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest('hex');
}
