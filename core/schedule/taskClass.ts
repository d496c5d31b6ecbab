/**
 * The class of a task: which queue it waits in.
 *
 * Inside the scheduling core a class with a duration is the index of its level; its name is for people, for the names
 * of the BullMQ queues and for the metrics. The three default levels are called fast, medium and slow. In any other
 * list the first is still fast and the others are called by their duration, `20s`: the name stays with the duration
 * when levels are added around it.
 */
import { DEFAULT_LEVEL_SECONDS } from '@/core/limits';
import { levelOf, levelSeconds, type Level } from './levels';

export type TaskClass = 'default' | 'interactive' | 'batch' | number;

const DEFAULT_NAMES = ['fast', 'medium', 'slow'] as const;

/** The class of a person's render: by the duration that was asked for, "default" when none was. */
export function classOf(durationSeconds: number | undefined, levels: readonly Level[]): TaskClass {
  return durationSeconds === undefined ? 'default' : levelOf(durationSeconds, levels);
}

export function className(taskClass: TaskClass, levels: readonly Level[]): string {
  if (typeof taskClass !== 'number') return taskClass;
  const name = hasDefaultDurations(levels) ? DEFAULT_NAMES[taskClass] : undefined;
  if (name !== undefined) return name;
  return taskClass === 0 ? 'fast' : `${levelSeconds(taskClass, levels)}s`;
}

/** The classes that have a queue; a shell never waits. */
export function lineClasses(levels: readonly Level[]): TaskClass[] {
  return [...levels.keys(), 'default', 'batch'];
}

/** Those, and the shells. */
export function allClasses(levels: readonly Level[]): TaskClass[] {
  return [...lineClasses(levels), 'interactive'];
}

export function classNamed(name: string, levels: readonly Level[]): TaskClass | undefined {
  return allClasses(levels).find((taskClass) => className(taskClass, levels) === name);
}

function hasDefaultDurations(levels: readonly Level[]): boolean {
  return (
    levels.length === DEFAULT_LEVEL_SECONDS.length &&
    levels.every((level, i) => level.durationSeconds === DEFAULT_LEVEL_SECONDS[i])
  );
}
