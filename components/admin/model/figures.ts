import type { QueueState } from '@/core/admin/queueState';
import type { Bucket, Percentiles } from '@/core/admin/series';
import { isShellPlace } from '@/core/schedule/shellPlaces';

/** The numbers of the cards, from what was pushed. */

export interface Figures {
  readonly waiting: number;
  readonly running: number;
  readonly donePerMinute: number;
  /** Undefined while nothing ended. */
  readonly failedShare: number | undefined;
  readonly wait: Percentiles | undefined;
  readonly run: Percentiles | undefined;
  readonly busy: number;
  readonly backends: number;
  readonly oldestSeconds: number | undefined;
}

const MINUTE_MS = 60_000;

export function inOrder(buckets: Readonly<Record<string, Bucket>> | undefined): Bucket[] {
  return Object.values(buckets ?? {}).sort((a, b) => a.atMs - b.atMs);
}

export function figuresOf(
  queue: Pick<QueueState, 'classes' | 'inLanes' | 'backends'> | undefined,
  fine: Readonly<Record<string, Bucket>> | undefined,
  nowMs: number,
): Figures {
  const classes = Object.values(queue?.classes ?? {});
  const recent = inOrder(fine).filter((bucket) => bucket.atMs > nowMs - MINUTE_MS);
  const done = recent.reduce((sum, bucket) => sum + bucket.done, 0);
  const failed = recent.reduce((sum, bucket) => sum + bucket.failed, 0);
  const oldest = Math.min(...classes.flatMap((line) => line.oldestSinceMs ?? []));
  const backends = Object.entries(queue?.backends ?? {}).flatMap(([id, one]) => (isShellPlace(id) ? [] : [one]));
  // The last bucket in which something ended says more than an empty one.
  const last = inOrder(fine).findLast((bucket) => bucket.done > 0);
  return {
    waiting: classes.reduce((sum, line) => sum + line.waiting, 0) + (queue?.inLanes ?? 0),
    running: classes.reduce((sum, line) => sum + line.running, 0),
    donePerMinute: done,
    failedShare: done > 0 ? failed / done : undefined,
    wait: last?.wait.all,
    run: last?.run.all,
    busy: backends.filter((backend) => backend.task !== undefined).length,
    backends: backends.length,
    oldestSeconds: Number.isFinite(oldest) ? Math.max(0, (nowMs - oldest) / 1000) : undefined,
  };
}
