/**
 * A schedule in virtual time: runs end when their length or their duration is over, whichever comes first, and
 * everything else is fed in as events. The estimator looks ahead with it; replays and tests live in it.
 *
 * Runs that end at the same instant end in the order of their permits.
 */
import TinyQueue from 'tinyqueue';
import { apply } from './apply';
import type { Effect, ScheduleEvent } from './events';
import type { Schedule } from './schedule';
import type { Run } from './task';

/**
 * How long a run takes in all if nothing cuts it short; Infinity for one that never ends by itself. Asked once for each
 * run, when it starts or, for one that runs already, when the timeline is made.
 */
export type RunLength = (run: Run, elapsedSeconds: number) => number;

interface Plan {
  readonly permit: number;
  readonly startedAtMs: number;
  readonly naturalEndMs: number;
  endMs: number;
}

interface DueEnd {
  readonly atMs: number;
  readonly permit: number;
  readonly task: string;
}

function compareEnds(one: DueEnd, other: DueEnd): number {
  return one.atMs - other.atMs || one.permit - other.permit;
}

export class Timeline {
  private readonly plans = new Map<string, Plan>();
  private readonly ends = new TinyQueue<DueEnd>([], compareEnds);

  constructor(
    readonly schedule: Schedule,
    private readonly lengthSecondsOf: RunLength,
    nowMs: number,
  ) {
    for (const run of schedule.running.values()) this.plan(run, nowMs);
  }

  /** When the next run ends; undefined if none will. */
  nextEndMs(): number | undefined {
    for (;;) {
      const due = this.ends.peek();
      if (due === undefined) return undefined;
      const plan = this.plans.get(due.task);
      if (plan !== undefined && plan.permit === due.permit && plan.endMs === due.atMs) return due.atMs;
      this.ends.pop();
    }
  }

  /** Lets the next run end. Returns what follows from it. */
  endNext(): Effect[] {
    const nowMs = this.nextEndMs();
    const due = this.ends.pop();
    const plan = due === undefined ? undefined : this.plans.get(due.task);
    if (nowMs === undefined || due === undefined || plan === undefined) return [];
    const cutShort = plan.endMs < plan.naturalEndMs;
    return this.feed({ kind: 'finished', task: due.task, cutShort, nowMs });
  }

  feed(event: ScheduleEvent): Effect[] {
    const effects = apply(this.schedule, event);
    for (const effect of effects) this.follow(effect, event.nowMs);
    // In virtual time whoever was stopped or lost is back at once.
    const isLost = event.kind === 'backend-left';
    for (const task of [...this.schedule.adrift.keys()])
      effects.push(...this.feed({ kind: 'returned', task, isLost, nowMs: event.nowMs }));
    return effects;
  }

  private follow(effect: Effect, nowMs: number): void {
    switch (effect.kind) {
      case 'permit': {
        const run = this.schedule.running.get(effect.task);
        // It may have been stopped again by a later effect of the same event.
        if (run !== undefined && run.permit === effect.permit) this.plan(run, nowMs);
        return;
      }
      case 'downgrade': {
        const plan = this.plans.get(effect.task);
        if (plan !== undefined) this.moveEnd(effect.task, plan, effect.durationSeconds, nowMs);
        return;
      }
      case 'halt':
      case 'requeue':
      case 'end':
        this.plans.delete(effect.task);
        return;
      case 'number':
      case 'lane':
      case 'warn':
      case 'deny':
      case 'limits-kept':
        return;
    }
  }

  private plan(run: Run, nowMs: number): void {
    const { permit, startedAtMs } = run;
    run.isTaken = true;
    const lengthSeconds = this.lengthSecondsOf(run, (nowMs - startedAtMs) / 1000);
    const naturalEndMs = startedAtMs + lengthSeconds * 1000;
    const plan = { permit, startedAtMs, naturalEndMs, endMs: Infinity };
    this.plans.set(run.task.id, plan);
    this.moveEnd(run.task.id, plan, run.durationSeconds, nowMs);
  }

  private moveEnd(task: string, plan: Plan, durationSeconds: number, nowMs: number): void {
    const endMs = Math.max(nowMs, Math.min(plan.naturalEndMs, plan.startedAtMs + durationSeconds * 1000));
    if (endMs === plan.endMs || endMs === Infinity) return;
    plan.endMs = endMs;
    this.ends.push({ atMs: endMs, permit: plan.permit, task });
  }
}
