import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Redis } from 'ioredis';
import type { FrontMessage } from '@/core/messages';
import { DEFAULT_SUBMISSION_OPTIONS, type Submission } from '@/core/submission/submission';
import type { TaskEvent } from '@/core/taskEvent';
import { createLog } from '@/platform/log';
import { KEYS } from '@/platform/redis/keys';
import { TaskClient } from './taskClient';

const RENDER: Submission = {
  kind: 'render',
  main: 'a.asy',
  files: new Map([['a.asy', new Uint8Array([1])]]),
  options: DEFAULT_SUBMISSION_OPTIONS,
};
const WHO = { client: 'c', address: 'a' };

/** A Redis that keeps what the scheduler is told, and a stream from it that the test writes. */
class World {
  readonly told: Record<string, unknown>[] = [];
  readonly ends: string[] = [];
  readonly stored = new Map([
    [KEYS.frontIn('here'), 'before'],
    [KEYS.front('before'), '1'],
    [KEYS.front('elsewhere'), '1'],
  ]);
  knowsTasks = true;
  submitFails: Error | undefined;
  private wake = (_entries: unknown) => {};
  readonly client: TaskClient;

  constructor() {
    const xadd = (_stream: string, _id: string, _field: string, text: string) => {
      this.told.push(JSON.parse(text) as Record<string, unknown>);
    };
    const redis = {
      get: async (key: string) => this.stored.get(key) ?? null,
      set: async (key: string, value: string) => void this.stored.set(key, value),
      del: async (...keys: string[]) => keys.filter((key) => this.stored.delete(key)).length,
      exists: async () => (this.knowsTasks ? 1 : 0),
      xadd: async (...args: Parameters<typeof xadd>) => xadd(...args),
    };
    const submit = async (_command: string, [, keyCount, ...rest]: [string, number, ...string[]]) => {
      // It takes a while to arrive.
      await Promise.resolve();
      if (this.submitFails) throw this.submitFails;
      xadd(rest[1] ?? '', '*', 'message', rest[keyCount] ?? '');
    };
    const blockingRedis = {
      xread: () => new Promise((resolve) => (this.wake = resolve)),
      xdel: async () => 1,
      disconnect: () => this.wake(null),
    };
    this.client = new TaskClient({
      front: 'f',
      place: 'here',
      redis: redis as unknown as Redis,
      requests: { call: submit } as unknown as Redis,
      blockingRedis: blockingRedis as unknown as Redis,
      trust: { secret: undefined, authority: undefined },
      onEnd: (how) => this.ends.push(how),
      onTimings: () => undefined,
      log: createLog('test', 'silent'),
    });
  }

  async hear(message: FrontMessage): Promise<void> {
    this.wake([[KEYS.frontInbox('f'), [['1-1', ['message', JSON.stringify(message)]]]]]);
    await vi.advanceTimersByTimeAsync(0);
  }

  async submit() {
    const events: TaskEvent[] = [];
    const task = this.client.submit(RENDER, WHO, (event) => events.push(event));
    await vi.advanceTimersByTimeAsync(0);
    return { task, events };
  }

  types(): unknown[] {
    return this.told.map(({ type }) => type);
  }
}

let world: World;
beforeEach(async () => {
  vi.useFakeTimers();
  world = new World();
  await world.client.start();
});
afterEach(async () => {
  await world.client.stop();
  vi.useRealTimers();
});

it('says that the front before it in its place is gone, and no other', async () => {
  expect([...world.stored]).toEqual([
    [KEYS.frontIn('here'), 'f'],
    [KEYS.front('elsewhere'), '1'],
    [KEYS.front('f'), '1'],
  ]);
});

it('tells the scheduler of a task, and its owner what the scheduler says', async () => {
  const { task, events } = await world.submit();
  expect(world.told).toMatchObject([{ type: 'submitted', task: { id: task.id, front: 'f', client: 'c' } }]);
  const estimate = { estimateSeconds: 4, upperSeconds: 9, position: 1 };
  await world.hear({ type: 'estimates', of: [{ task: task.id, ...estimate }] });
  await world.hear({ type: 'denied', task: task.id, code: 'overloaded', message: 'Later.', retryAfterSeconds: 9 });
  expect(events).toEqual([
    { type: 'queue', ...estimate },
    { type: 'denied', failure: { code: 'overloaded', message: 'Later.', retryAfterSeconds: 9 } },
  ]);
  expect(world.ends).toEqual(['denied']);
});

it('withdraws what nobody wants any more, and hears nothing of it', async () => {
  const { task, events } = await world.submit();
  task.abort();
  await world.hear({ type: 'lost', task: task.id });
  expect([world.types(), events, world.ends]).toEqual([['submitted', 'withdrawn'], [], ['aborted']]);
});

it('withdraws one that was aborted while it was written', async () => {
  const task = world.client.submit(RENDER, WHO, () => undefined);
  task.abort();
  await vi.advanceTimersByTimeAsync(0);
  expect(world.types()).toEqual(['withdrawn', 'submitted', 'withdrawn']);
});

it('denies what could not be stored, and says that it must not run', async () => {
  world.submitFails = new Error('Connection is closed.');
  const { events } = await world.submit();
  expect(events).toMatchObject([{ type: 'denied', failure: { code: 'unavailable' } }]);
  expect(world.types()).toEqual(['withdrawn']);
});

it('wants no second run of a task that it saw end', async () => {
  const { task } = await world.submit();
  await world.hear({ type: 'lost', task: task.id });
  await world.hear({ type: 'requeued', task: task.id });
  expect([world.types(), world.ends]).toEqual([['submitted', 'withdrawn'], ['server-error']]);
});

it('ends a task that Redis does not know any more', async () => {
  const { events } = await world.submit();
  world.knowsTasks = false;
  await vi.advanceTimersByTimeAsync(20_000);
  expect(events).toEqual([{ type: 'ended', outcome: { kind: 'server-error' } }]);
});

it('drops a message that nobody knows, and hears those behind it', async () => {
  const { task, events } = await world.submit();
  await world.hear({ type: 'nonsense' } as unknown as FrontMessage);
  await world.hear({ type: 'warned', task: task.id, reason: 'busy' });
  expect(events.map(({ type }) => type)).toEqual(['warned']);
});
