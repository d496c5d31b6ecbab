/**
 * A quick forecast of the wait of one more task, for the cap on the queue (docs/queue.md, 8). The real estimates look
 * ahead event by event (`estimate.ts`); this one costs a few divisions, so that it can be asked at every submission,
 * and is right where the cap matters: when the queue is long.
 *
 * It takes the queue as a fluid in which the classes are well mixed. Let W(i) be the seconds of work that wait at level
 * i, and L(i) its limit. Level i is held up for as long as its own work and that of longer levels fills L(i) backends,
 * where the levels from k on can fill no more than L(k):
 *
 *     X(i) = min over k > i of (W(i) + ... + W(k - 1)) / (L(i) - L(k)),  with L(last + 1) = 0
 *
 * A task of level j waits until no level at or below j is held up: the maximum of X(0) ... X(j). Default tasks wait
 * and count as fast ones: while others wait, that is what they are cut down to. Nobody is denied on a guess (22): only
 * run times that were seen count.
 */
import { resolveLimits } from './levels';
import { queueOf, type Schedule } from './schedule';
import type { Submission } from './task';

/** Batch work, and shells, which do not wait: 0. */
export function forecastWaitSeconds(schedule: Schedule, submission: Submission): number {
  const { history, levels, people } = schedule;
  const { taskClass } = submission;
  if (history === undefined || taskClass === 'batch' || taskClass === 'interactive') return 0;
  const work = levels.map((_, level) => queueOf(schedule, level).size * history.knownMeanSeconds(level));
  work[0] = (work[0] ?? 0) + queueOf(schedule, 'default').size * history.knownMeanSeconds('default');
  // While no backend is there, one is expected.
  const limits = schedule.liveBackends > 0 ? schedule.limits : resolveLimits(levels, 1);
  const level = taskClass === 'default' ? 0 : taskClass;
  let waitSeconds = 0;
  for (let below = 0; below <= level; below += 1) waitSeconds = Math.max(waitSeconds, heldUp(below, work, limits));
  // Each round of the queue lets a whole window of the lanes through, and each end one that its address waits to hold.
  const behindSeconds = people.secondsBehind(submission.address, (one) =>
    one === 'interactive' || one === 'batch' ? 0 : history.knownMeanSeconds(one),
  );
  return Math.max(waitSeconds * (1 + people.rounds(submission)), behindSeconds);
}

function heldUp(level: number, work: readonly number[], limits: readonly number[]): number {
  const limit = limits[level] ?? 0;
  let sum = 0;
  let least = Infinity;
  for (let next = level + 1; next <= work.length; next += 1) {
    sum += work[next - 1] ?? 0;
    const left = limit - (limits[next] ?? 0);
    if (left > 0) least = Math.min(least, sum / left);
  }
  return least;
}
