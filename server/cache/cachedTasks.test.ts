import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { DEFAULT_SUBMISSION_OPTIONS, type Submission } from '@/core/submission/submission';
import { createLog } from '@/platform/log';
import type { TaskEvent } from '@/core/taskEvent';
import type { TaskHandle, Tasks, Who } from '../queue/tasks';
import { CachedTasks, type CacheUse } from './cachedTasks';
import type { CacheEntry } from './entry';

/** docs/render-api.md, 12 and 13, with a line and a store that the test moves by hand. */

class Line implements Tasks {
  readonly runs: { hear: (event: TaskEvent) => void; aborted: boolean; shortened?: number }[] = [];

  submit(_submission: Submission, _who: unknown, onEvent: (event: TaskEvent) => void): TaskHandle {
    const run = { hear: onEvent, aborted: false } as Line['runs'][number];
    this.runs.push(run);
    const nothing = () => undefined;
    return {
      ...{ id: 'x', input: nothing, interrupt: nothing, pause: nothing, resume: nothing },
      abort: () => void (run.aborted = true),
      shorten: (seconds) => void (run.shortened = seconds),
    };
  }
}

class Client {
  readonly events: TaskEvent[] = [];
  readonly handle: TaskHandle;
  constructor(tasks: Tasks, source = 'draw(unitcircle);', who: Who = { client: 'c', address: 'a' }) {
    const files = new Map([['main.asy', new TextEncoder().encode(source)]]);
    const submission = { kind: 'render', files, main: 'main.asy', options: DEFAULT_SUBMISSION_OPTIONS } as const;
    this.handle = tasks.submit(submission, who, (event) => this.events.push(event));
  }
  get types() {
    return this.events.map(({ type }) => type);
  }
}

const settle = () => vi.advanceTimersByTimeAsync(1);
const picture: TaskEvent = { type: 'result', format: 'svg', bytes: new Uint8Array([1]) };
const success = { type: 'ended', outcome: { kind: 'success' }, toolchain: '1' } as const;

let line: Line;
let uses: CacheUse[];
let toolchain: { version: string | undefined };
let kept: Map<string, CacheEntry>;
let tasks: CachedTasks;
let single: CachedTasks;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  line = new Line();
  uses = [];
  toolchain = { version: '1' };
  kept = new Map();
  const memory = new Map<string, CacheEntry>();
  const store = {
    recent: (key: string) => memory.get(key),
    find: async (key: string) => kept.get(key),
    keep: async (key: string, entry: CacheEntry) => void (memory.set(key, entry), kept.set(key, entry)),
    keepHere: (key: string, entry: CacheEntry) => void memory.set(key, entry),
  };
  const onUse = (use: CacheUse) => void uses.push(use);
  const shared = { tasks: line, store, toolchain, onUse, log: createLog('test', 'silent') };
  tasks = new CachedTasks({ ...shared, isSharing: true });
  single = new CachedTasks({ ...shared, isSharing: false });
});
afterEach(() => void vi.useRealTimers());

async function run(client: Client, ...events: TaskEvent[]) {
  await settle();
  for (const event of events) line.runs.at(-1)?.hear(event);
  await settle();
  return client;
}

describe('the cache', () => {
  it('replays what was rendered', async () => {
    const first = await run(new Client(tasks), { type: 'started' }, picture, success);
    expect([first.types, first.handle.isHit]).toEqual([['started', 'result', 'ended'], false]);
    const second = await run(new Client(tasks));
    expect([second.types, second.handle.isHit]).toEqual([['started', 'result', 'ended'], true]);
    expect(line.runs).toHaveLength(1);
    expect(uses).toEqual(['miss', 'memory']);
  });

  it('says nothing before submit has returned, and nothing after an abort', async () => {
    await run(new Client(tasks), picture, success);
    const client = new Client(tasks);
    expect(client.events).toEqual([]);
    client.handle.abort();
    await settle();
    expect(client.events).toEqual([]);
  });

  it('keeps no limits, no clocks, and nothing while workers differ', async () => {
    await run(new Client(tasks), { type: 'ended', outcome: { kind: 'time-limit', durationSeconds: 3 } });
    await run(new Client(tasks, 'write(seconds());'), success);
    toolchain.version = undefined;
    await run(new Client(tasks), picture, success);
    expect([kept.size, line.runs.length, uses]).toEqual([0, 3, ['miss', 'bypass', 'bypass']]);
  });

  it('replays what a client had a part in to that client, and to nobody else', async () => {
    const own = (client: string) => new Client(single, 'label("a");', { client, address: 'a', remembers: true });
    await run(own('c'), picture, { ...success, isPersonal: true });
    expect(kept.size).toBe(0);
    const [again, other] = [own('c'), own('d')];
    const shared = new Client(tasks, 'label("a");');
    await settle();
    expect([again.handle.isHit, other.types, shared.types]).toEqual([true, [], []]);
    expect(line.runs).toHaveLength(3);
  });

  it('does not keep what a worker of another version has drawn', async () => {
    await run(new Client(tasks), picture, { ...success, toolchain: '2' });
    expect(kept.size).toBe(0);
  });
});

describe('a shared run', () => {
  it('tells newcomers what has happened', async () => {
    const first = await run(
      new Client(tasks),
      { type: 'queue', estimateSeconds: 9 },
      { type: 'queue', estimateSeconds: 1 },
    );
    const second = await run(new Client(tasks));
    expect(second.events).toEqual([{ type: 'queue', estimateSeconds: 1 }]);
    await run(first, { type: 'started' });
    expect((await run(new Client(tasks))).types).toEqual(['started']);
    await run(first, picture, success);
    expect([first.types.slice(-2), second.types.slice(-2)]).toEqual([
      ['result', 'ended'],
      ['result', 'ended'],
    ]);
    expect([line.runs.length, uses]).toEqual([1, ['miss', 'merged', 'merged']]);
  });

  it('goes on until the last has left', async () => {
    const first = await run(new Client(tasks), { type: 'started' });
    const second = await run(new Client(tasks));
    first.handle.abort();
    expect(line.runs[0]?.aborted).toBe(false);
    second.handle.abort();
    expect(line.runs[0]?.aborted).toBe(true);
    await run(new Client(tasks));
    expect(line.runs).toHaveLength(2);
  });

  it('is never begun for one who leaves at once', async () => {
    new Client(tasks).handle.abort();
    await settle();
    expect(line.runs).toHaveLength(0);
  });

  it('is shortened for the one who asks, and for nobody else', async () => {
    const first = await run(new Client(tasks), { type: 'started' });
    const second = await run(new Client(tasks));
    second.handle.shorten(2);
    await vi.advanceTimersByTimeAsync(2100);
    expect(second.events.at(-1)).toEqual({ type: 'ended', outcome: { kind: 'time-limit', durationSeconds: 2 } });
    expect([first.types, line.runs[0]?.shortened]).toEqual([['started'], undefined]);
    first.handle.shorten(1);
    expect(line.runs[0]?.shortened).toBe(1);
    await run(new Client(tasks));
    expect(line.runs).toHaveLength(2);
  });

  it('is not shared where each has a place of its own in the queue', async () => {
    const first = await run(new Client(single), { type: 'started' });
    const second = await run(new Client(single), picture, success);
    expect([line.runs.length, first.types, second.types]).toEqual([2, ['started'], ['result', 'ended']]);
    first.handle.abort();
    expect(line.runs.map(({ aborted }) => aborted)).toEqual([true, false]);
    expect((await run(new Client(single))).handle.isHit).toBe(true);
  });

  it('cannot be joined once it has drawn too much', async () => {
    const large: TaskEvent = { type: 'result', format: 'png', bytes: new Uint8Array(9 * 2 ** 20) };
    const first = await run(new Client(tasks), { type: 'started' }, large);
    const second = await run(new Client(tasks), picture, success);
    expect([line.runs.length, first.types, second.types]).toEqual([2, ['started', 'result'], ['result', 'ended']]);
  });

  it('forgets what a lost backend has said', async () => {
    const first = await run(new Client(tasks), { type: 'started' }, picture, { type: 'requeued' });
    const second = await run(new Client(tasks));
    expect([first.types, second.types]).toEqual([['started', 'result', 'requeued'], []]);
  });
});
