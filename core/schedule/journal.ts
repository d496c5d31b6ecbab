/**
 * What the scheduler heard and decided, as it can be done again: the schedule at some moment, then every event with its
 * effects (docs/admin.md, "Failures"). It is kept in parts, each with a beginning of its own.
 *
 * A part begins when the last one has enough events and the schedule is at rest: nobody waits, and every backend has said
 * what it took. From there everything can be done again exactly. Where there is no rest for long, a part begins all the
 * same, and says so: what was under way then may be decided differently. While too many wait, nothing is recorded, and
 * under the literal policy, which draws lots, never.
 */
import { z } from 'zod';
import { FAILURE_LIMITS } from '@/core/limits';
import { apply } from './apply';
import type { Effect, ScheduleEvent } from './events';
import type { ScheduleOptions } from './options';
import type { Schedule } from './schedule';
import { rebuild, snapshot, type ScheduleSnapshot } from './snapshot';

export interface JournalEntry {
  readonly event: ScheduleEvent;
  readonly effects: readonly Effect[];
}

export interface JournalPart {
  readonly serial: number;
  readonly options: Omit<ScheduleOptions, 'policy'>;
  readonly start: ScheduleSnapshot;
  readonly isExact: boolean;
  readonly entries: readonly JournalEntry[];
}

interface OpenPart extends JournalPart {
  readonly entries: JournalEntry[];
  isWanted: boolean;
  /** So many of its entries were handed out. */
  told: number;
}

/** Of the last ones, for tasks that began in them. */
const PARTS_REMEMBERED = 6;

export class Journal {
  private parts: OpenPart[] = [];
  private serial = 0;

  constructor(private readonly schedule: Schedule) {}

  /** The part that the next event stands in; undefined: nothing is recorded now. */
  get current(): number | undefined {
    return this.parts.at(-1)?.serial;
  }

  /** To be called in place of `apply`. */
  apply(event: ScheduleEvent): Effect[] {
    const part = this.partFor();
    const effects = apply(this.schedule, event);
    part?.entries.push({ event, effects });
    return effects;
  }

  /** These are to be kept: from the one in which something began to the one in which it ended. Answers which there are. */
  want(from: number | undefined): number[] {
    const wanted = from === undefined ? [] : this.parts.filter(({ serial }) => serial >= from);
    for (const part of wanted) part.isWanted = true;
    return wanted.map(({ serial }) => serial);
  }

  /** Parts that are wanted and have grown since they were taken last. */
  takeWanted(): JournalPart[] {
    const grown = this.parts.filter(({ isWanted, told, entries }) => isWanted && told < entries.length);
    for (const part of grown) part.told = part.entries.length;
    return grown.map(({ serial, options, start, isExact, entries }) => ({ serial, options, start, isExact, entries }));
  }

  private partFor(): OpenPart | undefined {
    const { schedule } = this;
    const { policy, ...options } = schedule.options;
    const isTooLong = schedule.waiting.size > FAILURE_LIMITS.maxRecordedQueue;
    if (policy.kind === 'literal' || isTooLong) {
      this.parts = [];
      return undefined;
    }
    const last = this.parts.at(-1);
    const length = last?.entries.length ?? 0;
    const isExact = isAtRest(schedule);
    const isDue = isExact ? length >= FAILURE_LIMITS.eventsPerPart : length >= FAILURE_LIMITS.maxEventsPerPart;
    if (last !== undefined && !isDue) return last;
    this.serial += 1;
    const start = snapshot(schedule);
    const { levels } = schedule;
    const part: OpenPart = {
      ...{ serial: this.serial, options: { ...options, levels }, start, isExact },
      ...{ entries: [], isWanted: false, told: 0 },
    };
    this.parts = [...this.parts.slice(1 - PARTS_REMEMBERED), part];
    return part;
  }
}

function isAtRest({ waiting, adrift, running, shells }: Schedule): boolean {
  if (waiting.size > 0 || adrift.size > 0 || shells > 0) return false;
  for (const run of running.values()) if (!run.isTaken) return false;
  return true;
}

/** As it comes back from a file: enough to be done again, which says whether the rest is as it should be. */
export const journalPart = z.object({
  serial: z.number(),
  options: z.looseObject({ levels: z.array(z.looseObject({ durationSeconds: z.number() })).min(1) }),
  start: z.looseObject({
    backends: z.array(z.unknown()),
    waiting: z.array(z.unknown()),
    running: z.array(z.unknown()),
  }),
  isExact: z.boolean(),
  entries: z.array(
    z.object({ event: z.looseObject({ kind: z.string(), nowMs: z.number() }), effects: z.array(z.unknown()) }),
  ),
});

export interface ReplayedStep {
  readonly event: ScheduleEvent;
  /** As JSON. */
  readonly recorded: string;
  readonly simulated: string;
}

/** Does it all again, on a schedule that begins as the first part says. Parts follow one another. */
export function replayJournal(parts: readonly z.infer<typeof journalPart>[]): ReplayedStep[] {
  const [first] = parts;
  if (!first) return [];
  // JSON has no infinity.
  const options = { ...first.options, policy: { kind: 'considerate' } } as unknown as ScheduleOptions;
  const maxPredictedWaitSeconds = options.maxPredictedWaitSeconds ?? Number.POSITIVE_INFINITY;
  const schedule = rebuild(first.start as unknown as ScheduleSnapshot, { ...options, maxPredictedWaitSeconds });
  return parts.flatMap(({ entries }) =>
    entries.map(({ event, effects }) => {
      const happened = event as unknown as ScheduleEvent;
      const simulated = JSON.stringify(apply(schedule, happened));
      return { event: happened, recorded: JSON.stringify(effects), simulated };
    }),
  );
}
