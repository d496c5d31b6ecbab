import { afterEach, describe, expect, it, vi } from 'vitest';
import { PARALLEL_LIMITS } from '@/core/limits';
import { MemoryCounter } from '@/core/prc/memoryCounter';
import { OwnRequests, type OwnRequestKind } from '@/core/prc/ownRequests';
import { DEFAULT_SUBMISSION_OPTIONS, type Submission } from '@/core/submission/submission';
import type { TaskEvent } from '@/core/taskEvent';
import { CountedTasks } from './countedTasks';

const WHO = { client: 'c', address: 'a' };
const SHELL: Submission = { kind: 'shell', files: new Map(), options: DEFAULT_SUBMISSION_OPTIONS };
const RENDER: Submission = { kind: 'render', main: 'a.asy', files: new Map(), options: DEFAULT_SUBMISSION_OPTIONS };
const TYPE = 'asyground:shell:c';

/** A line that starts everything and remembers what it was told. */
function open(counted: OwnRequestKind = 'shell') {
  const counter = new MemoryCounter();
  let ticket = 0;
  const limits = { shell: 1, 'http-render': 1 };
  const own = new OwnRequests(counter, { front: 'f', newTicket: () => ++ticket, limits });
  const submitted: { onEvent: (event: TaskEvent) => void; isAborted: boolean }[] = [];
  const nothing = () => undefined;
  const others = { shorten: nothing, input: nothing, interrupt: nothing, pause: nothing, resume: nothing };
  const tasks = {
    submit: (_submission: Submission, _who: unknown, onEvent: (event: TaskEvent) => void) => {
      const task = { onEvent, isAborted: false };
      submitted.push(task);
      return { id: `t${submitted.length}`, ...others, abort: () => (task.isAborted = true) };
    },
  };
  const shells = new CountedTasks(tasks, own, counted);
  const submit = (submission = SHELL) => {
    const events: TaskEvent[] = [];
    return { events, handle: shells.submit(submission, WHO, (event) => events.push(event)) };
  };
  return { counter, submitted, submit };
}

const settle = () => new Promise((resolve) => setImmediate(resolve));

// docs/parallel-requests.md, 11
describe('shells, counted per client', () => {
  it('are denied beyond the limit, and let in again when one has ended', async () => {
    const { counter, submitted, submit } = open();
    const first = submit();
    const second = submit();
    await settle();
    expect(submitted).toHaveLength(1);
    expect(first.handle.id).toBe('t1');
    const message = 'Too many shells open (limit: 1). Close one first.';
    expect(second.events).toEqual([{ type: 'denied', failure: { code: 'too-many', message } }]);
    submitted[0]?.onEvent({ type: 'started' });
    expect(await counter.count(TYPE)).toBe(1);
    submitted[0]?.onEvent({ type: 'ended', outcome: { kind: 'success' } });
    expect(await counter.count(TYPE)).toBe(0);
    expect(first.events.map(({ type }) => type)).toEqual(['started', 'ended']);
    submit();
    await settle();
    expect(submitted).toHaveLength(2);
  });

  it('are counted no more when nobody wants them, before or after they began', async () => {
    const { counter, submitted, submit } = open();
    submit().handle.abort();
    await settle();
    expect(submitted).toEqual([]);
    const { handle } = submit();
    await settle();
    handle.abort();
    expect(submitted[0]?.isAborted).toBe(true);
    expect(await counter.counts()).toEqual(new Map());
  });

  it('end when an admin ends them', async () => {
    const { counter, submitted, submit } = open();
    const { events } = submit();
    await settle();
    counter.end('f.shell', TYPE);
    expect(submitted[0]?.isAborted).toBe(true);
    expect(events).toEqual([{ type: 'ended', outcome: { kind: 'halted' } }]);
    expect(await counter.counts()).toEqual(new Map());
  });
});

// docs/parallel-requests.md, 11
describe('renders over HTTP, counted per client', () => {
  afterEach(() => void vi.useRealTimers());

  it('wait for one of their client to end', async () => {
    const { counter, submitted, submit } = open('http-render');
    submit(RENDER);
    const second = submit(RENDER);
    await settle();
    expect(submitted).toHaveLength(1);
    submitted[0]?.onEvent({ type: 'ended', outcome: { kind: 'success' } });
    await settle();
    expect(submitted).toHaveLength(2);
    expect(await counter.count('asyground:http-render:c')).toBe(1);
    submitted[1]?.onEvent({ type: 'ended', outcome: { kind: 'success' } });
    expect(second.events.map(({ type }) => type)).toEqual(['ended']);
    expect(await counter.counts()).toEqual(new Map());
  });

  it('are denied when that takes too long', async () => {
    vi.useFakeTimers();
    const { submitted, submit } = open('http-render');
    submit(RENDER);
    const second = submit(RENDER);
    await vi.advanceTimersByTimeAsync(PARALLEL_LIMITS.httpRenderPatienceSeconds * 1000);
    expect(submitted).toHaveLength(1);
    expect(second.events).toMatchObject([{ type: 'denied', failure: { code: 'too-often', retryAfterSeconds: 5 } }]);
  });
});
