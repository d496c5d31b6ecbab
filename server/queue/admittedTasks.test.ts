import { afterEach, expect, it, vi } from 'vitest';
import { failure, type Failure } from '@/core/errors';
import { ADMISSION_LIMITS } from '@/core/limits';
import { DEFAULT_SUBMISSION_OPTIONS, type Submission } from '@/core/submission/submission';
import type { TaskEvent } from '@/core/taskEvent';
import { Places } from '../places';
import { AdmittedTasks } from './admittedTasks';
import type { Tasks } from './tasks';

const RENDER: Submission = {
  kind: 'render',
  main: 'a.asy',
  files: new Map([['a.asy', new Uint8Array(10)]]),
  options: DEFAULT_SUBMISSION_OPTIONS,
};

/** Two at a time for an address, three in all. */
function open() {
  const running: ((event: TaskEvent) => void)[] = [];
  const nothing = () => undefined;
  const handle = { shorten: nothing, input: nothing, interrupt: nothing, pause: nothing, resume: nothing };
  const tasks: Tasks = {
    submit: (_submission, _who, onEvent) => ({ id: `t${running.push(onEvent)}`, ...handle, abort: nothing }),
  };
  let refusal: Failure | undefined;
  const places = new Places({ ofAddress: { count: 2, bytes: 1000 }, inAll: { count: 3, bytes: 1000 } });
  const admitted = new AdmittedTasks(tasks, places, () => refusal);
  const submit = (address: string) => {
    const events: TaskEvent[] = [];
    return { events, task: admitted.submit(RENDER, { client: 'c', address }, (event) => events.push(event)) };
  };
  return { running, submit, refuse: (why: Failure | undefined) => void (refusal = why) };
}

const codes = (events: readonly TaskEvent[]) => events.map((event) => event.type === 'denied' && event.failure.code);

afterEach(() => vi.useRealTimers());

it('bounds what is under way for one address and in all, and lets more in when one ends', async () => {
  const { running, submit } = open();
  const first = submit('a');
  submit('a');
  const third = submit('a');
  expect(third.events).toEqual([]);
  await Promise.resolve();
  expect(codes(third.events)).toEqual(['too-often']);
  submit('b');
  const full = submit('c');
  await Promise.resolve();
  expect(codes(full.events)).toEqual(['overloaded']);
  for (const index of [0, 1]) running[index]?.({ type: 'ended', outcome: { kind: 'success' } });
  submit('c');
  submit('c');
  expect([running.length, first.events.length]).toEqual([5, 1]);
});

it('counts a render whose owner left for a while longer, whatever it had come to', async () => {
  vi.useFakeTimers();
  const { running, submit } = open();
  for (const { task } of [submit('a'), submit('a')]) task.abort();
  const early = submit('a');
  await Promise.resolve();
  expect(codes(early.events)).toEqual(['too-often']);
  vi.advanceTimersByTime(ADMISSION_LIMITS.abandonedSeconds * 1000);
  const late = submit('a');
  expect(running).toHaveLength(3);
  // An end is none: its owner leaves after it, as everybody does.
  running[2]?.({ type: 'ended', outcome: { kind: 'success' } });
  late.task.abort();
  submit('a');
  submit('a');
  expect(running).toHaveLength(5);
});

it('turns away whom an administrator does not want, before a place is taken', async () => {
  const { running, submit, refuse } = open();
  refuse(failure('maintenance', 'Closed.'));
  const refused = [submit('a'), submit('a'), submit('a')];
  await Promise.resolve();
  expect(refused.flatMap(({ events }) => codes(events))).toEqual(['maintenance', 'maintenance', 'maintenance']);
  refuse(undefined);
  submit('a');
  submit('a');
  expect(running).toHaveLength(2);
});
