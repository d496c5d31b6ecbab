import type { TaskRow } from './taskRows';

/** Who ran where: a row for each backend, a bar for each run, from 0 at the left to 1 which is now. */

export interface Bar {
  readonly task: string;
  readonly taskClass: string;
  readonly state: string;
  readonly isRunning: boolean;
  readonly from: number;
  readonly to: number;
  readonly tookMs: number;
}

export interface TimelineRow {
  readonly backend: string;
  readonly bars: readonly Bar[];
}

export function timelineRows(
  tasks: readonly TaskRow[],
  backends: readonly string[],
  nowMs: number,
  spanMs: number,
): TimelineRow[] {
  const bars = new Map<string, Bar[]>(backends.map((backend) => [backend, []]));
  const placeOf = (atMs: number) => Math.min(1, Math.max(0, 1 - (nowMs - atMs) / spanMs));
  for (const { id, backend, startedAtMs, endedAtMs, taskClass, state, isLive } of tasks) {
    if (backend === undefined || startedAtMs === undefined) continue;
    const untilMs = endedAtMs ?? nowMs;
    if (untilMs < nowMs - spanMs) continue;
    // One that is gone ran something, too.
    const row = bars.get(backend) ?? [];
    bars.set(backend, row);
    const tookMs = Math.max(0, untilMs - startedAtMs);
    row.push({
      task: id,
      taskClass,
      state,
      isRunning: isLive,
      from: placeOf(startedAtMs),
      to: placeOf(untilMs),
      tookMs,
    });
  }
  return [...bars].map(([backend, row]) => ({ backend, bars: row.sort((one, other) => one.from - other.from) }));
}
