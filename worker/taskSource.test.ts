import { ErrorCode } from 'bullmq';
import { describe, expect, it } from 'vitest';
import { DEFAULT_SUBMISSION_OPTIONS } from '@/core/submission/submission';
import { createLog } from '@/platform/log';
import { KEYS } from '@/platform/redis/keys';
import { TaskSource } from './taskSource';

const TASK = {
  ...{ id: 't1', kind: 'render', main: 'a.asy', options: DEFAULT_SUBMISSION_OPTIONS, client: 'c', address: 'a' },
  ...{ createdAtMs: 0, halts: 1 },
};
const PERMIT = { permit: 'p1', queue: 'fast', durationSeconds: 3, term: 't' };

function lost(): Error {
  return Object.assign(new Error('lost'), { code: ErrorCode.JobLockMismatch });
}

function open(data: unknown = TASK, { fails, deferredFailure }: { fails?: Error; deferredFailure?: string } = {}) {
  const moves: unknown[][] = [];
  const move =
    (name: string) =>
    async (...args: unknown[]) => {
      moves.push([name, ...args.filter((arg) => typeof arg !== 'boolean')]);
      if (fails) throw fails;
    };
  const job = {
    ...{ id: 't1', data, deferredFailure },
    ...{ moveToFailed: move('failed'), moveToCompleted: move('completed') },
    ...{ moveToWait: move('wait'), updateData: move('data') },
  };
  const lostIds: string[] = [];
  const extended: unknown[] = [];
  const opened: string[] = [];
  const openQueue = (name: string) => {
    opened.push(name);
    return {
      getNextJob: async () => job,
      extendJobLocks: async (ids: string[]) => {
        extended.push(ids);
        return lostIds;
      },
      close: async () => void opened.splice(opened.indexOf(name), 1),
    };
  };
  const redis = { del: async (key: string) => void moves.push(['del', key]) };
  const source = new TaskSource(redis as never, createLog('test', 'silent'), openQueue as never);
  return { source, moves, lostIds, extended, opened, take: () => source.take(PERMIT, 'b1') };
}

describe('where a worker takes its tasks from', () => {
  it('opens the queue of a class once, and closes all', async () => {
    const { source, opened, take } = open();
    await take();
    await take();
    expect(opened).toEqual(['fast']);
    await source.close();
    expect(opened).toEqual([]);
  });

  it.each([
    ['what is no task', { id: 1 }, undefined],
    ['what was lost too often', TASK, 'job stalled more than allowable limit'],
  ])('fails %s without running it', async (_what, data, deferredFailure) => {
    const { moves, take } = open(data, { deferredFailure });
    expect(await take()).toBeUndefined();
    expect(moves.map(([name]) => name)).toEqual(['failed']);
  });

  it('ends a task, and its files go', async () => {
    const { moves, take } = open();
    const held = await take();
    expect(await held?.end({ outcome: 'success', runMs: 1 })).toBe(true);
    expect(moves.map(([name]) => name)).toEqual(['completed', 'del']);
    expect(moves[1]).toEqual(['del', KEYS.taskFiles('t1')]);
  });

  it('counts that a task gave way, and only then', async () => {
    const { moves, take } = open();
    await (await take())?.giveBack(false);
    expect(moves.map(([name]) => name)).toEqual(['wait']);
    await (await take())?.giveBack(true);
    expect(moves.slice(1).map(([name]) => name)).toEqual(['data', 'wait']);
    expect(moves[1]?.[1]).toMatchObject({ halts: 2 });
  });

  it("says that a task was somebody else's already, and throws what is another failure", async () => {
    const other = open(TASK, { fails: lost() });
    expect(await (await other.take())?.end({ outcome: 'success', runMs: 1 })).toBe(false);
    expect(other.moves.map(([name]) => name)).toEqual(['completed']);
    const broken = open(TASK, { fails: new Error('out of memory') });
    const held = await broken.take();
    await expect(held?.fail()).rejects.toThrow('out of memory');
  });

  it('extends what it holds, and tells those whose lock is gone', async () => {
    const { source, lostIds, extended, take } = open();
    await source.extendAll();
    expect(extended).toEqual([]);
    const held = await take();
    let losses = 0;
    if (held) held.onLost = () => (losses += 1);
    await source.extendAll();
    expect([extended, losses]).toEqual([[['t1']], 0]);
    lostIds.push('t1');
    await source.extendAll();
    await source.extendAll();
    expect([extended.length, losses]).toEqual([2, 1]);
  });
});
