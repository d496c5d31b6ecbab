/**
 * What a change would do to those who wait now (docs/admin.md, "What if"): the estimator looks ahead twice, from the queue
 * as it is and from a copy with the change, and the waits are compared class by class. Both draw the same lots, so that what
 * differs is the change.
 */
import { apply } from './apply';
import { EstimatePass, runSlice } from './estimate';
import type { ScheduleEvent } from './events';
import { createRandom } from './random';
import { copySchedule, type Schedule } from './schedule';
import { className } from './taskClass';

export interface ForeseenWaits {
  /** Undefined: none of them will start as things are. */
  readonly medianSeconds: number | undefined;
  readonly longestSeconds: number | undefined;
  /** Tasks that will not start as things are, as in a paused class. */
  readonly stuck: number;
}

export interface WhatIfRow {
  readonly taskClass: string;
  readonly tasks: number;
  readonly before: ForeseenWaits;
  readonly after: ForeseenWaits;
}

interface WhatIfOptions {
  readonly nowMs: number;
  readonly seed: number;
}

export class WhatIf {
  private readonly before: EstimatePass;
  private readonly after: EstimatePass;
  /** Those that the change itself lets start. */
  private readonly startsAtOnce = new Set<string>();
  private readonly classes = new Map<string, string>();

  constructor(schedule: Schedule, events: readonly ScheduleEvent[], { nowMs, seed }: WhatIfOptions) {
    for (const { id, taskClass } of schedule.waiting.values())
      this.classes.set(id, className(taskClass, schedule.levels));
    const changed = copySchedule(schedule);
    for (const event of events)
      for (const effect of apply(changed, event)) if (effect.kind === 'permit') this.startsAtOnce.add(effect.task);
    const { history } = schedule;
    this.before = new EstimatePass(schedule, { nowMs, random: createRandom(seed) });
    this.after = new EstimatePass({ ...changed, history }, { nowMs, random: createRandom(seed) });
  }

  /** Goes on for about so long. Returns whether it is done. */
  runSlice(clockMs: () => number, budgetMs: number): boolean {
    return runSlice(this.before, clockMs, budgetMs) && runSlice(this.after, clockMs, budgetMs);
  }

  rows(): WhatIfRow[] {
    const [before, after] = [waitsOf(this.before), waitsOf(this.after)];
    const byClass = new Map<string, string[]>();
    for (const [task, name] of this.classes) byClass.set(name, [...(byClass.get(name) ?? []), task]);
    return [...byClass].map(([taskClass, tasks]) => ({
      taskClass,
      tasks: tasks.length,
      before: summary(tasks.map((task) => before.get(task))),
      after: summary(tasks.map((task) => (this.startsAtOnce.has(task) ? 0 : after.get(task)))),
    }));
  }
}

function waitsOf(pass: EstimatePass): Map<string, number | undefined> {
  return new Map(pass.estimates().map(({ task, estimateSeconds }) => [task, estimateSeconds]));
}

function summary(waits: readonly (number | undefined)[]): ForeseenWaits {
  const known = waits.filter((wait) => wait !== undefined).sort((a, b) => a - b);
  return {
    medianSeconds: known[Math.floor((known.length - 1) / 2)],
    longestSeconds: known.at(-1),
    stuck: waits.length - known.length,
  };
}
