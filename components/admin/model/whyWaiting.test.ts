import { expect, it } from 'vitest';
import type { TaskState } from '@/core/admin/queueState';
import type { TaskRow } from './taskRows';
import { tasksBefore, whyWaiting } from './whyWaiting';

const row = (rest: Partial<TaskRow> = {}): TaskRow => ({
  ...{ id: 'a', state: 'waiting', isLive: true, taskClass: 'fast', client: 'c', address: '::1', owner: 'connection' },
  ...{ submittedAtMs: 0, halts: 0, restarts: 0, place: 1, durationSeconds: 3 },
  ...rest,
});
const classes = { fast: { waiting: 1, running: 1, paused: false } };
const level = { name: 'slow', durationSeconds: 30, limit: '50%', inForce: 1, running: 1 };
const busy = { draining: false, task: 'x' };
const free = { draining: false };
const queue = { classes, levels: [level], backends: { one: busy, two: busy } };

it('says behind whom a task waits, or for what', () => {
  expect(whyWaiting(row({ place: 3 }), queue)).toEqual({ code: 'behind', values: { count: 2, busy: 2, backends: 2 } });
  expect(whyWaiting(row(), queue)?.code).toBe('next');
  expect(whyWaiting(row({ state: 'lane', place: 2 }), queue)).toEqual({ code: 'lane', values: { count: 2 } });
  expect(whyWaiting(row({ durationSeconds: 30 }), { ...queue, backends: { one: busy, two: free } })).toEqual({
    code: 'level',
    values: { level: 'slow', count: 1 },
  });
  expect(whyWaiting(row(), { ...queue, backends: {} })?.code).toBe('no-backend');
  expect(whyWaiting(row(), { ...queue, backends: { one: { draining: true } } })?.code).toBe('draining');
  expect(whyWaiting(row(), { ...queue, classes: { fast: { ...classes.fast, paused: true } } })?.code).toBe('paused');
  expect(whyWaiting(row({ state: 'running' }), queue)).toBeUndefined();
});

it('names whom it waits for', () => {
  const common = { taskClass: 'fast', client: 'c', address: '::1', owner: 'connection', submittedAtMs: 0 } as const;
  const task: TaskState = { ...common, state: 'waiting', halts: 0, restarts: 0 };
  const tasks: Record<string, TaskState> = {
    running1: { ...task, state: 'running', client: 'bob' },
    'lane-of-own': { ...task, state: 'lane', place: 1 },
    'second-one': { ...task, place: 2, client: 'eve' },
    'first-one': { ...task, place: 1 },
    'other-class': { ...task, taskClass: 'slow', place: 1 },
  };
  expect(tasksBefore(row({ place: 3 }), tasks)).toEqual({
    ahead: ['first-on (c)', 'second-o (eve)'],
    running: ['running1 (bob)'],
  });
  expect(tasksBefore(row({ state: 'lane', place: 2 }), tasks).ahead).toEqual([
    'first-on (c)',
    'other-cl (c)',
    'lane-of- (c)',
  ]);
  const many = Object.fromEntries(Array.from({ length: 9 }, (_one, at) => [`task${at}`, { ...task, place: at + 1 }]));
  expect(tasksBefore(row({ place: 10 }), many).ahead).toHaveLength(6);
});
