import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { DEFAULT_SUBMISSION_OPTIONS, type Submission } from '@/core/submission/submission';
import type { TaskEvent } from '@/core/taskEvent';
import { PacedTasks } from './pacedTasks';
import type { Tasks } from './tasks';

const RENDER: Submission = { kind: 'render', main: 'a.asy', files: new Map(), options: DEFAULT_SUBMISSION_OPTIONS };

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'performance'] }));
afterEach(() => void vi.useRealTimers());

function open() {
  const handed: string[] = [];
  const events: TaskEvent[] = [];
  const nothing = () => undefined;
  const handle = { shorten: nothing, input: nothing, interrupt: nothing, pause: nothing, resume: nothing };
  const tasks: Tasks = {
    submit: (_submission, { address }, onEvent) => {
      onEvent({ type: 'started' });
      return { id: `t${handed.push(address)}`, ...handle, abort: nothing };
    },
  };
  const paced = new PacedTasks(tasks, { burst: 2, perSecond: 10 });
  const submit = (address: string) => paced.submit(RENDER, { client: 'c', address }, (event) => events.push(event));
  return { handed, events, submit };
}

it('lets a burst of an address through at once, and the rest at its pace', () => {
  const { handed, events, submit } = open();
  for (const address of ['a', 'a', 'a', 'a', 'b']) submit(address);
  expect(handed).toEqual(['a', 'a', 'b']);
  vi.advanceTimersByTime(100);
  expect(handed).toEqual(['a', 'a', 'b', 'a']);
  vi.advanceTimersByTime(100);
  expect(handed).toHaveLength(5);
  expect(events).toHaveLength(5);
});

it('never hands on what its owner has left meanwhile', () => {
  const { handed, submit } = open();
  const tasks = ['a', 'a', 'a', 'a'].map(submit);
  tasks[2]?.abort();
  vi.advanceTimersByTime(1000);
  expect(handed).toHaveLength(3);
});
