import type { RenderTimings } from '@/client/render';
import type { Timings } from '@/core/wire/wire';

/** Where the time of a render went: as the browser saw it, and inside of that as the server tells it. */
export interface Step {
  readonly name: string;
  readonly fromMilliseconds: number;
  readonly toMilliseconds: number;
}

/** The server's stages in the order in which they happen, in words. */
const STAGES: Readonly<Record<string, string>> = {
  cache: 'Found in the cache',
  queue: 'Wait in the queue',
  handover: 'Put into the jail',
  asy: 'asy',
  sizing: 'Measure labels',
  typesetting: 'TeX',
  converting: 'Convert',
  collecting: 'Collect',
  transfer: 'Between the servers',
};

export function waterfallSteps(timings: RenderTimings, stages: Timings | undefined): Step[] {
  const told = Object.entries(STAGES).flatMap(([stage, name]) => {
    const milliseconds = stages?.[stage];
    return milliseconds === undefined ? [] : [{ name, milliseconds }];
  });
  if (told.length === 0) return asSeen(timings);
  return withStages(
    timings,
    told.filter(({ milliseconds }) => milliseconds > 0),
  );
}

/** Connecting, what the server tells, and the rest, which went to the network and to this page. */
function withStages(timings: RenderTimings, told: readonly { name: string; milliseconds: number }[]): Step[] {
  const { connectedMilliseconds = 0, endedMilliseconds } = timings;
  const lengths = [
    { name: 'Connect', milliseconds: connectedMilliseconds },
    ...told,
    { name: 'Network and page', milliseconds: Infinity },
  ];
  const steps: Step[] = [];
  let from = 0;
  for (const { name, milliseconds } of lengths) {
    // Two clocks: the stages may add up to a little more than there was.
    const to = Math.min(endedMilliseconds, from + milliseconds);
    steps.push({ name, fromMilliseconds: from, toMilliseconds: to });
    from = to;
  }
  return steps;
}

/** Without a word of the server: nothing ran, or it is an old one. */
function asSeen(timings: RenderTimings): Step[] {
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
