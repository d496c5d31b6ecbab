import type { Redis } from 'ioredis';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { SchedulerMessage, WorkerHeartbeat } from '@/core/messages';
import { DEFAULT_OPTIONS } from '@/core/schedule/options';
import { createLog } from '@/platform/log';
import { KEYS } from '@/platform/redis/keys';
import { openQueue } from '@/platform/redis/taskQueues';
import { useRedis } from '../taskgraph/redis.harness';
import { Leadership } from './leadership';

/** Schedulers that take turns, and what the one that leads makes of messages, on a real Redis (docs/queue.md, 10 and 11). */

const { connect, url } = useRedis();
const PATIENCE = { timeout: 30_000, interval: 20 };
const opened: Leadership[] = [];
let redis: Redis;

beforeEach(async () => {
  redis = connect();
  await redis.flushall();
  await redis.set(KEYS.front('f'), '1');
});
afterEach(async () => {
  await Promise.all(opened.splice(0).map((leadership) => leadership.stop()));
});

async function open(id: string): Promise<Leadership> {
  const leadership = new Leadership({ id, redisUrl: url, schedule: DEFAULT_OPTIONS, log: createLog('test', 'silent') });
  opened.push(leadership);
  await leadership.start();
  return leadership;
}

async function say(message: SchedulerMessage | { type: 'nonsense' }): Promise<void> {
  await redis.xadd(KEYS.incoming, '*', 'message', JSON.stringify(message));
}

function submitted(id: string, client = id): SchedulerMessage {
  const options = { format: 'svg', stderrRedir: true, verbosity: 0 } as const;
  const from = { front: 'f', client, address: client, createdAtMs: Date.now() };
  return { type: 'submitted', task: { id, kind: 'render', main: 'main.asy', options, ...from } };
}

async function joinWorker(): Promise<void> {
  const heartbeat: WorkerHeartbeat = {
    ...{ worker: 'w', hostKey: 'h', backends: ['w.1'], busy: {}, host: 'host', version: '1', toolchain: 't' },
    ...{ walls: { root: false, cgroup: 'none', held: 0 }, differing: [], startedAtMs: 1 },
  };
  await redis.multi().set(KEYS.worker('w'), JSON.stringify(heartbeat)).sadd(KEYS.workers, 'w').exec();
  await say({ type: 'worker-joined', worker: 'w' });
}

const waiting = async () => (await openQueue('default', redis).getJobs(['waiting'], 0, -1, true)).map(({ id }) => id);

describe('schedulers', () => {
  it('lead one at a time; the next has the lead when the first stops, under a term of its own', async () => {
    const first = await open('s1');
    const second = await open('s2');
    expect([first.leads, second.leads, await redis.get(KEYS.leader)]).toEqual([true, false, 's1']);
    const term = await redis.get(KEYS.term);
    await first.stop();
    await vi.waitFor(() => expect(second.leads).toBe(true), PATIENCE);
    expect([first.leads, await redis.get(KEYS.epoch)]).toEqual([false, '2']);
    expect(await redis.get(KEYS.term)).not.toBe(term);
  });

  it('take over at once from one that died in the same place', async () => {
    await redis.set(KEYS.leader, 's1@host/1', 'EX', 1000);
    expect((await open('s2@host/11')).leads).toBe(false);
    expect((await open('s3@host/1')).leads).toBe(true);
  });

  it('step down when another has taken the lead', async () => {
    const leadership = await open('s1');
    await redis.set(KEYS.leader, 'another');
    await vi.waitFor(() => expect(leadership.leads).toBe(false), PATIENCE);
  });

  it('lead again, whatever became of the connections they had', async () => {
    const leadership = await open('s1');
    await redis.set(KEYS.leader, 'another');
    // Those that wait for events: cut again and again, so that they are being opened while they are to be closed.
    await vi.waitFor(async () => {
      const listed = (await redis.client('LIST')) as string;
      for (const line of listed.split('\n').filter((client) => client.includes('cmd=xread')))
        await redis.client('KILL', 'ID', /^id=(\d+)/.exec(line)?.[1] ?? '');
      expect(leadership.leads).toBe(false);
    }, PATIENCE);
    await redis.del(KEYS.leader);
    await vi.waitFor(() => expect(leadership.leads).toBe(true), PATIENCE);
  });

  it('find what waits when they take over', async () => {
    const first = await open('s1');
    await joinWorker();
    for (const id of ['a', 'b', 'c']) await say(submitted(id));
    await vi.waitFor(async () => expect(await waiting()).toEqual(['a', 'b', 'c']), PATIENCE);
    await first.stop();
    await open('s2');
    await vi.waitFor(async () => expect(await redis.get(KEYS.leader)).toBe('s2'), PATIENCE);
    await say({ type: 'withdrawn', task: 'b' });
    await vi.waitFor(async () => expect(await waiting()).toEqual(['a', 'c']), PATIENCE);
  });
});

describe('the one that leads', () => {
  it('puts tasks in the queue of their class and gives the free backend a permit of its term', async () => {
    await open('s1');
    await joinWorker();
    await say(submitted('a'));
    await vi.waitFor(async () => expect(await redis.llen(KEYS.permits('w.1'))).toBe(1), PATIENCE);
    const permit: unknown = JSON.parse((await redis.lindex(KEYS.permits('w.1'), 0)) ?? '');
    expect(permit).toMatchObject({ queue: 'default', term: await redis.get(KEYS.term) });
    expect(await waiting()).toEqual(['a']);
  });

  it('drops what nobody knows, hears what is behind it, and leaves nothing on the stream', async () => {
    await open('s1');
    await joinWorker();
    await say({ type: 'nonsense' });
    await say(submitted('a'));
    await say(submitted('a'));
    await vi.waitFor(async () => expect(await waiting()).toEqual(['a']), PATIENCE);
    await vi.waitFor(async () => expect(await redis.xlen(KEYS.incoming)).toBe(0), PATIENCE);
    expect(await waiting()).toEqual(['a']);
  });

  it('tells the front of a task that an administrator ended', async () => {
    await open('s1');
    await joinWorker();
    await say(submitted('a'));
    await say(submitted('b'));
    await vi.waitFor(async () => expect(await waiting()).toEqual(['a', 'b']), PATIENCE);
    await say({ type: 'ended-by-admin', task: 'b' });
    const inbox = async () => (await redis.xrange(KEYS.frontInbox('f'), '-', '+')).map(([, [, text]]) => text ?? '');
    await vi.waitFor(async () => expect((await inbox()).join()).toContain('"type":"denied","task":"b"'), PATIENCE);
    await vi.waitFor(async () => expect(await waiting()).toEqual(['a']), PATIENCE);
  });
});
