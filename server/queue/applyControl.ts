import type { Control } from '@/core/admin/control';
import type { ScheduleEvent } from '@/core/schedule/events';
import type { Level } from '@/core/schedule/levels';
import type { ScheduleSnapshot } from '@/core/schedule/snapshot';
import type { Schedule } from '@/core/schedule/schedule';
import { classNamed, type TaskClass } from '@/core/schedule/taskClass';
import { parseLevels } from '@/platform/config/levels';

/** What the scheduler makes of what administrators have set: the differences, as events of the schedule. */

export type Happening = ScheduleEvent extends infer Event
  ? Event extends unknown
    ? Omit<Event, 'nowMs'>
    : never
  : never;

export function levelsOf(control: Control, configured: readonly Level[]): readonly Level[] {
  if (control.levels === undefined) return configured;
  const parsed = parseLevels(control.levels);
  return parsed.ok ? parsed.value : configured;
}

export function sameDurations(one: readonly Level[], other: readonly Level[]): boolean {
  return one.length === other.length && one.every((level, i) => level.durationSeconds === other[i]?.durationSeconds);
}

/** For a schedule that is rebuilt. */
export function setByControl(
  detachedTasks: ScheduleSnapshot,
  control: Control,
  levels: readonly Level[],
): Pick<ScheduleSnapshot, 'backends' | 'paused'> {
  const draining = new Set(control.draining);
  return {
    backends: detachedTasks.backends.map(({ id }) => ({ id, draining: draining.has(id) })),
    paused: pausedClasses(control, levels),
  };
}

export function controlEvents(schedule: Schedule, control: Control, levels: readonly Level[]): Happening[] {
  const events: Happening[] = [];
  if (JSON.stringify(levels) !== JSON.stringify(schedule.levels)) events.push({ kind: 'limits-changed', levels });
  const paused = new Set(pausedClasses(control, schedule.levels));
  for (const taskClass of paused) if (!schedule.paused.has(taskClass)) events.push({ kind: 'class-paused', taskClass });
  for (const taskClass of schedule.paused)
    if (!paused.has(taskClass)) events.push({ kind: 'class-resumed', taskClass });
  const draining = new Set(control.draining);
  for (const [backend, known] of schedule.backends) {
    if (known.draining === draining.has(backend)) continue;
    events.push({ kind: known.draining ? 'backend-resumed' : 'backend-draining', backend });
  }
  return events;
}

function pausedClasses(control: Control, levels: readonly Level[]): TaskClass[] {
  return control.paused.flatMap((name) => classNamed(name, levels) ?? []);
}
