import type { RenderTimings } from '@/client/render';
import type { Timings } from '@/core/wire/wire';

/** Where the time of a render went: as the browser saw it, and inside of that as the server tells it. */
export interface Step {
  readonly name: string;
  readonly fromMs: number;
  readonly toMs: number;
}

/** The server's stages in the order in which they happen, in words. */
const STAGES: Readonly<Record<string, string>> = {
  cache: 'From cache',
  queue: 'Queue',
  handover: 'Start sandbox',
  asy: 'asy',
  sizing: 'Measure labels',
  typesetting: 'TeX',
  converting: 'Convert',
  collecting: 'Collect results',
  transfer: 'Between servers',
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
  const { connectedMs = 0, endedMs } = timings;
  const lengths = [
    { name: 'Connect', milliseconds: connectedMs },
    ...told,
    { name: 'Network and browser', milliseconds: Infinity },
  ];
  const steps: Step[] = [];
  let from = 0;
  for (const { name, milliseconds } of lengths) {
    // Two clocks: the stages may add up to a little more than there was.
    const to = Math.min(endedMs, from + milliseconds);
    steps.push({ name, fromMs: from, toMs: to });
    from = to;
  }
  return steps;
}

/** Without a word of the server: nothing ran, or it is an old one. */
function asSeen(timings: RenderTimings): Step[] {
  const { connectedMs, startedMs, firstResultMs, endedMs } = timings;
  const marks = [
    ['Connect', connectedMs],
    ['Send and wait', startedMs],
    ['Draw', firstResultMs],
    [firstResultMs === undefined ? 'Run' : 'Finish', endedMs],
  ] as const;
  const steps: Step[] = [];
  let from = 0;
  for (const [name, to] of marks) {
    if (to === undefined) continue;
    steps.push({ name, fromMs: from, toMs: Math.max(from, to) });
    from = Math.max(from, to);
  }
  return steps;
}
