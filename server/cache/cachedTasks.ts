import { createHash } from 'node:crypto';
import { cacheKey } from '@/core/render/cacheKey';
import { isRepeatable } from '@/core/render/repeatable';
import type { Submission } from '@/core/submission/submission';
import type { Log } from '@/platform/log';
import type { TaskEvent } from '@/core/taskEvent';
import { digestOf } from '../contentDigest';
import { StagedTask } from '../queue/stagedTask';
import type { TaskHandle, Tasks, Who } from '../queue/tasks';
import { entryOf, Recording, replay } from './entry';
import { Flight } from './flight';
import type { CacheStore } from './store';
import type { Toolchain } from './toolchain';

/**
 * The cache stands in front of the queue and looks like it (docs/render-api.md, 12 and 13): what was rendered before is
 * replayed, what is being rendered is shared, everything else is passed on.
 */

/** memory, store: kept there. merged: shared with a run under way. miss: rendered. bypass: never kept. */
export type CacheUse = 'memory' | 'store' | 'merged' | 'miss' | 'bypass';

interface CachedTasksOptions {
  readonly tasks: Tasks;
  readonly store: Pick<CacheStore, 'recent' | 'find' | 'keep' | 'keepHere'>;
  readonly toolchain: Pick<Toolchain, 'version'>;
  /** Whether those who ask for the same at the same time share a run; otherwise each waits in the queue by itself. */
  readonly isSharing: boolean;
  readonly onUse: (use: CacheUse) => void;
  readonly log: Log;
}

type Hear = (event: TaskEvent) => void;
type End = Extract<TaskEvent, { type: 'ended' }>;

/** One that may be kept, and under which key. */
interface Render {
  readonly key: string;
  readonly version: string;
  readonly submission: Submission;
  readonly who: Who;
}

export class CachedTasks implements Tasks {
  private readonly flights = new Map<string, Flight>();

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
    const kept = store.recent(key) ?? (who.remembers ? store.recent(ownKey(key, who)) : undefined);
    if (kept === undefined) {
      const render = { key, version, submission, who };
      return isSharing ? this.share(render, onEvent) : this.begin(render, onEvent);
    }
    onUse('memory');
    const task = new StagedTask(onEvent);
    // Later, since nobody expects to hear anything before this has returned.
    queueMicrotask(() => task.replay(replay(kept, performance.now() - askedAtMs)));
    return task;
  }

  private share(render: Render, onEvent: Hear): TaskHandle {
    const { key } = render;
    const underWay = this.flights.get(key);
    if (underWay) {
      this.options.onUse('merged');
      return underWay.join(onEvent);
    }
    const close = () => {
      if (this.flights.get(key) === flight) this.flights.delete(key);
    };
    const flight: Flight = new Flight((hear) => this.begin(render, hear, close), close);
    this.flights.set(key, flight);
    return flight.join(onEvent);
  }

  /** `onKept`: whoever asks for it from now on finds it, or has to render it anew. */
  private begin(render: Render, onEvent: Hear, onKept: () => void = () => undefined): TaskHandle {
    const task = new StagedTask(onEvent);
    void this.findOrRun(task, render, onKept);
    return task;
  }

  private async findOrRun(task: StagedTask, render: Render, onKept: () => void): Promise<void> {
    const { tasks, store, onUse, log } = this.options;
    const askedAtMs = performance.now();
    const kept = await store.find(render.key).catch((error: unknown) => {
      log.warn({ err: error }, 'the cache could not be read');
      return undefined;
    });
    if (kept !== undefined) {
      onUse('store');
      onKept();
      return task.replay(replay(kept, performance.now() - askedAtMs));
    }
    task.begin((hear) => {
      onUse('miss');
      const recording = new Recording();
      return tasks.submit(render.submission, render.who, (event) => {
        recording.hear(event);
        hear(event);
        if (event.type === 'ended') void this.keep(render, recording, event).finally(onKept);
        if (event.type === 'denied') onKept();
      });
    });
  }

  /** What a client's earlier programs had a part in is replayed to that client alone. */
  private async keep({ key, version, who }: Render, { heard }: Recording, end: End): Promise<void> {
    const { store, log } = this.options;
    // A worker of another version may have come meanwhile, and drawn it.
    if (end.toolchain !== version) return;
    try {
      const entry = heard && entryOf(heard, end.outcome);
      if (entry === undefined) return;
      if (end.isPersonal) store.keepHere(ownKey(key, who), entry);
      else await store.keep(key, entry);
    } catch (error) {
      log.warn({ err: error }, 'a render could not be kept');
    }
  }
}

function ownKey(key: string, { client }: Who): string {
  return `${key} ${client}`;
}

function sha256(parts: readonly (string | Uint8Array)[]): string {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(typeof part === 'string' ? part : digestOf(part));
  return hash.digest('hex');
}
