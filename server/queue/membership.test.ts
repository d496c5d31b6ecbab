import type { Redis } from 'ioredis';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { QUEUE_LIMITS } from '@/core/limits';
import type { WorkerHeartbeat } from '@/core/messages';
import { createLog } from '@/platform/log';
import { KEYS } from '@/platform/redis/keys';
import * as health from '../health';
import type { KnownTask } from './execution';
import { Membership } from './membership';

const log = createLog('test', 'silent');

function heartbeat(worker: string, hostKey = worker, startedAtMs = 0): WorkerHeartbeat {
  const walls = { root: false, cgroup: '', held: 0 };
  const said = { busy: {}, host: 'host', version: '1', toolchain: '1', walls, differing: [], startedAtMs };
  return { worker, hostKey, backends: [`${worker}/0`], ...said };
}

describe('the membership', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => {
    vi.useRealTimers();
    vi.restoreAllMocks();
  });

  function world() {
    let heartbeats: WorkerHeartbeat[] = [];
    vi.spyOn(health, 'readHeartbeats').mockImplementation(async () => heartbeats);
    const fronts = new Set<string>();
    const mget = async (keys: string[]) =>
      keys.map((key) => ([...fronts].some((front) => KEYS.front(front) === key) ? '1' : null));
    const tasks = new Map<string, KnownTask>();
    const membership = new Membership({ mget } as unknown as Redis, tasks, log);
    const see = (...now: WorkerHeartbeat[]) => {
      heartbeats = now;
      return membership.look();
    };
    return { membership, fronts, tasks, see };
  }

  it('tells who has come and who is gone, once', async () => {
    const { see } = world();
    expect((await see(heartbeat('w1'))).events).toEqual([{ kind: 'backend-joined', backend: 'w1/0' }]);
    expect((await see(heartbeat('w1'))).events).toEqual([]);
    const { events, lost } = await see();
    expect(events).toEqual([{ kind: 'backend-left', backend: 'w1/0' }]);
    expect(lost.map(({ worker }) => worker)).toEqual(['w1']);
  });

  it('takes a younger worker of the same place for the successor of the other', async () => {
    const { see } = world();
    await see(heartbeat('old', 'here', 1));
    const { events } = await see(heartbeat('old', 'here', 1), heartbeat('new', 'here', 2));
    expect(events).toEqual([
      { kind: 'backend-left', backend: 'old/0' },
      { kind: 'backend-joined', backend: 'new/0' },
    ]);
  });

  it('waits for the backends that a new leader found at work, for the time of a lease', async () => {
    const { membership, see } = world();
    membership.await(['w1/0', 'w2/0']);
    expect((await see(heartbeat('w1'))).events).toEqual([{ kind: 'backend-joined', backend: 'w1/0' }]);
    vi.advanceTimersByTime(QUEUE_LIMITS.backendLeaseSeconds * 1000 + 1);
    expect((await see(heartbeat('w1'))).events).toEqual([{ kind: 'backend-left', backend: 'w2/0' }]);
    expect((await see(heartbeat('w1'))).events).toEqual([]);
  });

  it('sees a worker anew that is doubted', async () => {
    const { membership, see } = world();
    await see(heartbeat('w1'));
    membership.doubt('w1/0');
    expect((await see(heartbeat('w1'))).events).toEqual([{ kind: 'backend-joined', backend: 'w1/0' }]);
  });

  it('tells of a doubted worker that is gone by the next look like of any other', async () => {
    const { membership, see } = world();
    await see(heartbeat('w1'));
    membership.doubt('w1/0');
    const { events, lost } = await see();
    expect(events).toEqual([{ kind: 'backend-left', backend: 'w1/0' }]);
    expect(lost.map(({ worker }) => worker)).toEqual(['w1']);
    expect((await see(heartbeat('w1'))).events).toEqual([{ kind: 'backend-joined', backend: 'w1/0' }]);
    expect((await see(heartbeat('w1'))).events).toEqual([]);
  });

  it('withdraws the tasks of a front that is gone, and no others', async () => {
    const { fronts, tasks, see } = world();
    const known = (front?: string) => ({ task: { front }, queue: undefined }) as unknown as KnownTask;
    tasks.set('a', known('f1'));
    tasks.set('b', known('f2'));
    tasks.set('detached', known());
    fronts.add('f1');
    expect((await see()).events).toEqual([{ kind: 'withdrawn', task: 'b', cause: 'connection-closed' }]);
  });
});
