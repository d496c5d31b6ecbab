import type { RenderTimings } from '@/client/render';
import type { Timings } from '@/core/wire/wire';
import type { Messages } from '@/messages';

type StepName = keyof Messages['playground']['timing']['steps'];

/** Where the time of a render went: as the browser saw it, and inside of that as the server tells it. */
export interface Step {
  readonly name: StepName;
  readonly fromMs: number;
  readonly toMs: number;
}

/** The server's stages in the order in which they happen. */
const STAGES = [
  'cache',
  'queue',
  'handover',
  'asy',
  'sizing',
  'typesetting',
  'converting',
  'collecting',
  'transfer',
] as const satisfies readonly StepName[];

export function waterfallSteps(timings: RenderTimings, stages: Timings | undefined): Step[] {
  const told = STAGES.flatMap((name) => {
    const milliseconds = stages?.[name];
    return milliseconds === undefined ? [] : [{ name, milliseconds }];
  });
  if (told.length === 0) return asSeen(timings);
  return withStages(
    timings,
    told.filter(({ milliseconds }) => milliseconds > 0),
  );
}

/** Connecting, what the server tells, and the rest, which went to the network and to this page. */
function withStages(timings: RenderTimings, told: readonly { name: StepName; milliseconds: number }[]): Step[] {
  const { connectedMs = 0, endedMs } = timings;
  const lengths = [
    { name: 'connect' as const, milliseconds: connectedMs },
    ...told,
    { name: 'network' as const, milliseconds: Infinity },
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
    ['connect', connectedMs],
    ['wait', startedMs],
    ['draw', firstResultMs],
    [firstResultMs === undefined ? 'run' : 'finish', endedMs],
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
