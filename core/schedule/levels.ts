/**
 * A level is a duration with a limit on how many tasks may run at or above it (docs/queue.md, 1).
 *
 * Levels ascend. They are nested: a task that runs with the duration of level 2 takes a place in levels 0, 1 and 2.
 * Level 0 ("fast") holds every task, so its limit is always the number of live backends, F.
 */
import { failure, type Failure } from '@/core/errors';
import { DEFAULT_LEVEL_SECONDS } from '@/core/limits';

type Limit = { readonly count: number } | { readonly percent: number };

export interface Level {
  readonly durationSeconds: number;
  /** Of the first level: always 100 %. */
  readonly limit: Limit;
}

const [FAST_SECONDS, MEDIUM_SECONDS, SLOW_SECONDS] = DEFAULT_LEVEL_SECONDS;

export const DEFAULT_LEVELS: readonly Level[] = [
  { durationSeconds: FAST_SECONDS, limit: { percent: 100 } },
  { durationSeconds: MEDIUM_SECONDS, limit: { percent: 75 } },
  { durationSeconds: SLOW_SECONDS, limit: { percent: 50 } },
];

/** What is wrong with a list of levels, or nothing. Everything else here takes the list as good. */
export function checkLevels(levels: readonly Level[]): Failure | undefined {
  const [first] = levels;
  if (first === undefined) return failure('config', 'The list of levels is empty; it needs at least one.');
  if (!('percent' in first.limit) || first.limit.percent !== 100) {
    return failure('config', 'The limit of the first level must be 100 %: it is the number of backends.');
  }
  let previousSeconds = 0;
  for (const { durationSeconds, limit } of levels) {
    if (!Number.isFinite(durationSeconds) || durationSeconds <= previousSeconds) {
      return failure('config', `The durations of levels must be positive and ascend; ${durationSeconds} does not.`);
    }
    if ('count' in limit && !(Number.isInteger(limit.count) && limit.count >= 1)) {
      return failure('config', `The limit of a level must be a whole number of at least 1, not ${limit.count}.`);
    }
    if ('percent' in limit && !(limit.percent > 0 && limit.percent <= 100)) {
      return failure('config', `The limit of a level must be over 0 % and at most 100 %, not ${limit.percent} %.`);
    }
    previousSeconds = durationSeconds;
  }
  return undefined;
}

/**
 * The limits in force with so many live backends: F first, then rounded, at least 1, never above the level below.
 * Without a backend every limit is 0.
 */
export function resolveLimits(levels: readonly Level[], liveBackends: number): number[] {
  let below = liveBackends;
  return levels.map(({ limit }, index) => {
    if (index > 0) {
      const wanted = 'count' in limit ? limit.count : Math.round((liveBackends * limit.percent) / 100);
      below = Math.min(below, Math.max(1, wanted));
    }
    return below;
  });
}

/** The smallest level that holds the duration; one beyond the longest level belongs to the longest. */
export function levelOf(durationSeconds: number, levels: readonly Level[]): number {
  const index = levels.findIndex((level) => durationSeconds <= level.durationSeconds);
  return index === -1 ? levels.length - 1 : index;
}

/** The duration of a level by its index. An index outside the list is a bug of the caller. */
export function levelSeconds(level: number, levels: readonly Level[]): number {
  const found = levels[level];
  if (found === undefined) throw new RangeError(`no level ${level} in a list of ${levels.length}`);
  return found.durationSeconds;
}

export function longestSeconds(levels: readonly Level[]): number {
  return levelSeconds(levels.length - 1, levels);
}

export function sameDurations(one: readonly Level[], other: readonly Level[]): boolean {
  return one.length === other.length && one.every((level, i) => level.durationSeconds === other[i]?.durationSeconds);
}
