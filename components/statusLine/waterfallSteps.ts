import type { RenderTimings } from '@/client/render';

/** Where the time of a render went, as the browser saw it. */
export interface Step {
  readonly name: string;
  readonly fromMilliseconds: number;
  readonly toMilliseconds: number;
}

export function waterfallSteps(timings: RenderTimings): Step[] {
  const { connectedMilliseconds, startedMilliseconds, firstResultMilliseconds, endedMilliseconds } = timings;
  const marks = [
    ['Connect', connectedMilliseconds],
    ['Send and wait', startedMilliseconds],
    ['Draw', firstResultMilliseconds],
    [firstResultMilliseconds === undefined ? 'Run' : 'Finish', endedMilliseconds],
  ] as const;
  const steps: Step[] = [];
  let from = 0;
  for (const [name, to] of marks) {
    if (to === undefined) continue;
    steps.push({ name, fromMilliseconds: from, toMilliseconds: Math.max(from, to) });
    from = Math.max(from, to);
  }
  return steps;
}
