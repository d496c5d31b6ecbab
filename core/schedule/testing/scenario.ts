/** Random lives of a schedule, for property tests. */
import fc from 'fast-check';
import { findDrift } from '../drift';
import type { Effect, ScheduleEvent } from '../events';
import type { Level } from '../levels';
import { Observer } from './observer';
import { createSchedule } from '../schedule';
import type { ScheduleOptions } from '../options';
import type { Submission } from '../task';
import { Timeline } from '../timeline';
import { shellPlaceId } from '../shellPlaces';

export interface Arrival {
  readonly submission: Submission;
  /** Of the run, were it never cut short. */
  readonly lengthSeconds: number;
}

export type Step = { readonly afterMs: number } & (
  | { readonly do: 'arrive'; readonly arrival: Arrival }
  /** About the task that arrived as number `which`, modulo how many there are. */
  | { readonly do: 'withdraw' | 'activate' | 'refuse'; readonly which: number }
  | { readonly do: 'shorten'; readonly which: number; readonly seconds: number }
  | { readonly do: 'join' | 'leave' | 'drain' | 'resume'; readonly backend: number }
  | { readonly do: 'pause' | 'unpause'; readonly taskClass: Submission['taskClass'] }
  | { readonly do: 'limit'; readonly percents: readonly number[] }
);

export const levelsArbitrary: fc.Arbitrary<readonly Level[]> = fc
  .uniqueArray(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 5, size: 'max' })
  .chain((seconds) => {
    const limit = fc.oneof(
      fc.record({ count: fc.integer({ min: 1, max: 6 }) }),
      fc.record({ percent: fc.integer({ min: 10, max: 100 }) }),
    );
    const ascending = [...seconds].sort((one, other) => one - other);
    return fc.tuple(...ascending.map(() => limit)).map((limits) =>
      ascending.map((durationSeconds, i): Level => ({
        durationSeconds,
        limit: i === 0 ? { percent: 100 } : (limits[i] ?? { percent: 100 }),
      })),
    );
  });

function classArbitrary(levels: readonly Level[], kinds: readonly string[]): fc.Arbitrary<Submission['taskClass']> {
  const level = fc.nat({ max: levels.length - 1 });
  const all = {
    default: fc.constant('default' as const),
    level,
    interactive: fc.constant('interactive' as const),
    batch: fc.constant('batch' as const),
  };
  return fc.oneof(...Object.entries(all).flatMap(([kind, arbitrary]) => (kinds.includes(kind) ? [arbitrary] : [])));
}

/** Ids are unique by their place in the list, set by `numbered`. */
export function arrivalArbitrary(levels: readonly Level[], kinds: readonly string[]): fc.Arbitrary<Arrival> {
  return fc
    .record({
      taskClass: classArbitrary(levels, kinds),
      client: fc.nat({ max: 8 }),
      lengthMs: fc.integer({ min: 1, max: 20_000 }),
      owner: fc.constantFrom('connection' as const, 'detached' as const),
    })
    .map(({ taskClass, client, lengthMs, owner }) => ({
      submission: { id: '', taskClass, client: `c${client}`, address: `a${client % 2}`, owner },
      lengthSeconds: lengthMs / 1000,
    }));
}

const ALL_KINDS = ['default', 'level', 'interactive', 'batch'];

export function stepsArbitrary(levels: readonly Level[], kinds: readonly string[] = ALL_KINDS): fc.Arbitrary<Step[]> {
  const afterMs = fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 1500 }));
  const which = fc.nat({ max: 30 });
  const arrive = arrivalArbitrary(levels, kinds).chain((arrival) =>
    afterMs.map((after): Step => ({ afterMs: after, do: 'arrive', arrival })),
  );
  const onTask: fc.Arbitrary<Step> = fc.record({
    afterMs,
    do: fc.constantFrom('withdraw' as const, 'activate' as const, 'refuse' as const),
    which,
  });
  const shorten: fc.Arbitrary<Step> = fc.record({
    afterMs,
    do: fc.constant('shorten' as const),
    which,
    seconds: fc.integer({ min: 1, max: 20 }),
  });
  const onBackend: fc.Arbitrary<Step> = fc.record({
    afterMs,
    do: fc.constantFrom('join' as const, 'leave' as const, 'drain' as const, 'resume' as const),
    backend: fc.nat({ max: PLACES_FROM + 1 }),
  });
  const onClass: fc.Arbitrary<Step> = fc.record({
    afterMs,
    do: fc.constantFrom('pause' as const, 'unpause' as const),
    taskClass: classArbitrary(levels, kinds),
  });
  const limit: fc.Arbitrary<Step> = fc.record({
    afterMs,
    do: fc.constant('limit' as const),
    percents: fc.array(fc.integer({ min: 1, max: 100 }), { minLength: 5, maxLength: 5 }),
  });
  const step = fc.oneof(
    { arbitrary: arrive, weight: 12 },
    { arbitrary: onTask, weight: 2 },
    { arbitrary: shorten, weight: 1 },
    { arbitrary: onBackend, weight: 2 },
    { arbitrary: onClass, weight: 1 },
    { arbitrary: limit, weight: 1 },
  );
  return fc.array(step, { minLength: 1, maxLength: 60, size: 'max' });
}

/** From this number on, what joins is a place for shells. */
const PLACES_FROM = 6;

function nameOf(backend: number): string {
  return backend < PLACES_FROM ? `b${backend}` : shellPlaceId('w', backend);
}

/** Lives through the steps with the observer watching, then lets everything come to its end. */
export function live(steps: readonly Step[], backends: number, options: Partial<ScheduleOptions>): Observer {
  const schedule = createSchedule({ maxPredictedWaitSeconds: Infinity, ...options });
  const observer = new Observer(schedule.levels, schedule.options.maxHalts);
  const lengths = new Map<string, number>();
  const timeline = new Timeline(schedule, (run) => lengths.get(run.task.id) ?? 1, 0);
  let nowMs = 0;
  const see = (event: ScheduleEvent, effects: readonly Effect[]): void => {
    observer.see(event, effects);
    const drift = findDrift(schedule);
    if (drift.length > 0) throw new Error(`drift after ${event.kind}: ${drift.join('; ')}`);
  };
  const feed = (event: ScheduleEvent): void => see(event, timeline.feed(event));
  const endUntil = (untilMs: number): void => {
    for (;;) {
      const endMs = timeline.nextEndMs();
      if (endMs === undefined || endMs > untilMs) return;
      see({ kind: 'taken-over', nowMs: endMs }, timeline.endNext());
    }
  };
  for (let i = 0; i < backends; i += 1) feed({ kind: 'backend-joined', backend: `b${i}`, nowMs });
  for (const step of steps) {
    nowMs += step.afterMs;
    endUntil(nowMs);
    const event = eventOf(step, nowMs, [...lengths.keys()], timeline, lengths);
    if (event !== undefined) feed(event);
  }
  nowMs += 1;
  for (const taskClass of schedule.paused) feed({ kind: 'class-resumed', taskClass, nowMs });
  feed({ kind: 'backend-joined', backend: 'last', nowMs });
  endUntil(Infinity);
  return observer;
}

function eventOf(
  step: Step,
  nowMs: number,
  ids: readonly string[],
  timeline: Timeline,
  lengths: Map<string, number>,
): ScheduleEvent | undefined {
  const { schedule } = timeline;
  const task = 'which' in step ? (ids[step.which % Math.max(1, ids.length)] ?? 'nobody') : 'nobody';
  switch (step.do) {
    case 'arrive': {
      const id = `t${ids.length}`;
      lengths.set(id, step.arrival.lengthSeconds);
      return { kind: 'submitted', submission: { ...step.arrival.submission, id }, nowMs };
    }
    case 'withdraw':
      return { kind: 'withdrawn', task, cause: step.which % 2 === 0 ? 'connection-closed' : 'cancelled', nowMs };
    case 'activate':
      return { kind: 'shell-active', task, nowMs };
    case 'refuse': {
      const permit = schedule.running.get(task)?.permit;
      return permit === undefined ? undefined : { kind: 'permit-refused', permit, nowMs };
    }
    case 'shorten':
      return { kind: 'shortened', task, durationSeconds: step.seconds, nowMs };
    case 'join':
      return { kind: 'backend-joined', backend: nameOf(step.backend), nowMs };
    case 'leave':
      return { kind: 'backend-left', backend: nameOf(step.backend), nowMs };
    case 'drain':
      return { kind: 'backend-draining', backend: nameOf(step.backend), nowMs };
    case 'resume':
      return { kind: 'backend-resumed', backend: nameOf(step.backend), nowMs };
    case 'pause':
      return { kind: 'class-paused', taskClass: step.taskClass, nowMs };
    case 'unpause':
      return { kind: 'class-resumed', taskClass: step.taskClass, nowMs };
    case 'limit': {
      const levels = schedule.levels.map(({ durationSeconds, limit }, i) => ({
        durationSeconds,
        limit: i === 0 ? limit : { percent: step.percents[i] ?? 100 },
      }));
      return { kind: 'limits-changed', levels, nowMs };
    }
  }
}
