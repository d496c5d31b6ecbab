/** Short words for tests: make events, read effects. */
import { apply } from '../apply';
import type { Effect, ScheduleEvent } from '../events';
import type { ScheduleOptions } from '../options';
import { createSchedule, type Schedule } from '../schedule';
import type { Submission } from '../task';

/** A schedule with backends b1, b2 ... that speaks in short words. */
export class Brief {
  readonly schedule: Schedule;

  constructor(backends: number, options: Partial<ScheduleOptions> = {}) {
    this.schedule = createSchedule(options);
    for (let i = 1; i <= backends; i += 1) this.hear({ kind: 'backend-joined', backend: `b${i}`, nowMs: 0 });
  }

  hear(event: ScheduleEvent): string[] {
    return apply(this.schedule, event).map(inShort);
  }

  /** The backend of this task says that it took it. */
  take(task: string, taken = task): string[] {
    const { permit = 0, backend = '' } = this.schedule.running.get(task) ?? {};
    return this.hear({ kind: 'started', task: taken, permit, backend, nowMs: 0 });
  }

  /** The queue of its class has it again. */
  comeBack(task: string, isLost = false): string[] {
    return this.hear({ kind: 'returned', task, isLost, nowMs: 0 });
  }

  /** By default each task comes from a client and an address of its own. */
  submit(id: string, nowMs = 0, changes: Partial<Submission> = {}): string[] {
    const submission: Submission = {
      id,
      taskClass: 'default',
      client: id,
      address: id,
      owner: 'connection',
      ...changes,
    };
    return this.hear({ kind: 'submitted', submission, nowMs });
  }

  finish(task: string, nowMs = 0): string[] {
    return this.hear({ kind: 'finished', task, cutShort: false, nowMs });
  }
}

function inShort(effect: Effect): string {
  switch (effect.kind) {
    case 'number':
      return `number ${effect.task}`;
    case 'lane':
      return `lane ${effect.task} ${effect.place}`;
    case 'permit':
      return `permit ${effect.task} ${effect.backend} ${effect.durationSeconds}s`;
    case 'downgrade':
      return `downgrade ${effect.task} ${effect.durationSeconds}s`;
    case 'warn':
      return `warn ${effect.task}`;
    case 'halt':
      return `halt ${effect.task} ${effect.backend}`;
    case 'requeue':
      return `requeue ${effect.task}`;
    case 'deny':
      return `deny ${effect.task} ${effect.denial.cause}`;
    case 'end':
      return `end ${effect.task} ${effect.reason}`;
    case 'limits-kept':
      return effect.kind;
  }
}
