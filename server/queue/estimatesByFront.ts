import type { ToldEstimate } from '@/core/messages';

/** One message a front, however many of its tasks wait; those that have no front any more are left out. */
export function estimatesByFront(
  estimates: readonly ToldEstimate[],
  frontOf: (task: string) => string | undefined,
): Map<string, ToldEstimate[]> {
  const byFront = new Map<string, ToldEstimate[]>();
  for (const estimate of estimates) {
    const front = frontOf(estimate.task);
    if (front === undefined) continue;
    const of = byFront.get(front);
    if (of) of.push(estimate);
    else byFront.set(front, [estimate]);
  }
  return byFront;
}
