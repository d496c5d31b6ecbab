import { describe, expect, it } from 'vitest';
import { openServer, settle, type Peer } from './testing/memoryServer';
import { PERIODIC_LIMITS } from './limits';
import type { Message } from './message';
import { allJobs, someJob } from './testing/storeWorld';

const DIALECTS = ['seed', 'crc'] as const;
const SUCCESS: Message = { name: 'SUCCESS' };
const UNKNOWN: Message = { name: 'UNKNOWN' };
const CAN_DO: Message = { name: 'CAN_DO', func: 'f' };
const GRAB: Message = { name: 'GRAB_JOB' };

describe.each(DIALECTS)('a worker in the %s dialect', (dialect) => {
  /** With a time of its own for jobs, so that the answer to a grab can be foretold. */
  async function open() {
    const server = openServer();
    const job = (name: string) => someJob(name, { schedAtSeconds: 7 });
    const connect = async () => {
      const worker = server.connect({ dialect, role: 'worker' });
      await worker.ask(1, CAN_DO);
      worker.told();
      return worker;
    };
    const assigned = (peer: Peer, messageId: number, name: string) =>
      peer.answer(messageId, { name: 'JOB_ASSIGN', job: job(name) });
    return { ...server, job, connect, assigned, worker: await connect() };
  }

  it('may have so many funcs, grabs and sleeps, and no more', async () => {
    const { worker } = await open();
    const { maxFuncs, maxGrabs } = PERIODIC_LIMITS;
    for (let count = 1; count < maxFuncs; count += 1) void worker.ask(2, { name: 'CAN_DO', func: `f${count}` });
    for (let id = 0; id < maxGrabs; id += 1) {
      void worker.ask(1000 + id, GRAB);
      void worker.ask(3000 + id, { name: 'SLEEP' });
    }
    await settle();
    worker.told();
    await worker.ask(3, { name: 'CAN_DO', func: 'one too many' });
    expect(worker.told()).toEqual(dialect === 'crc' ? [worker.answer(3, UNKNOWN)] : []);
    for (const message of [GRAB, { name: 'SLEEP' }] as const) {
      await worker.ask(4, message);
      expect(worker.told()).toEqual([worker.answer(4, UNKNOWN)]);
    }
    await worker.ask(1, CAN_DO);
    expect(worker.told()).toEqual(dialect === 'crc' ? [worker.answer(1, SUCCESS)] : []);
  });

  // docs/periodic.md, "Per dialect"
  it('is answered with SUCCESS, or in the seed dialect not at all', async () => {
    const { worker, store, job } = await open();
    await store.submit(job('a'));
    await worker.ask(2, GRAB);
    worker.told();
    const handle = { func: 'f', name: 'a' };
    const reports: Message[] = [
      { name: 'SCHED_LATER', handle, delaySeconds: 0, countStep: 0 },
      { name: 'WORK_FAIL', handle },
      { name: 'WORK_DONE', handle, data: new Uint8Array(0) },
      { name: 'BROADCAST', func: 'g' },
      { name: 'CANT_DO', func: 'g' },
      CAN_DO,
      ...(dialect === 'crc' ? ([{ name: 'WORK_DATA', handle, data: new Uint8Array(0) }] as const) : []),
    ];
    for (const report of reports) {
      await worker.ask(3, report);
      expect(worker.told()).toEqual(dialect === 'crc' ? [worker.answer(3, SUCCESS)] : []);
    }
  });

  it('is assigned a job on the message id of its grab, now or as soon as there is one', async () => {
    const { worker, store, job, assigned } = await open();
    await store.submit(job('a'));
    await worker.ask(2, GRAB);
    expect(worker.told()).toEqual([assigned(worker, 2, 'a')]);
    await worker.ask(3, GRAB);
    expect(worker.told()).toEqual([]);
    await store.submit(job('b'));
    await worker.ask(9, { name: 'PING' });
    expect(worker.told()).toEqual([assigned(worker, 3, 'b'), worker.answer(9, { name: 'PONG' })]);
  });

  it('has one grab for one message id, and jobs for as many as it opens', async () => {
    const { worker, store, job, assigned } = await open();
    for (const messageId of [2, 2, 2, 3]) await worker.ask(messageId, GRAB);
    for (const name of ['a', 'b', 'c']) await store.submit(job(name));
    await worker.ask(9, { name: 'PING' });
    expect(worker.told().slice(0, -1)).toEqual([assigned(worker, 2, 'a'), assigned(worker, 3, 'b')]);
  });

  it('is told of nothing to do as its dialect has it', async () => {
    const { worker, advance, clock } = await open();
    await worker.ask(2, GRAB);
    await advance(1199);
    expect(worker.told()).toEqual([]);
    if (dialect === 'crc') {
      await advance(200_000);
      expect(worker.told()).toEqual([]);
      return;
    }
    expect(worker.connection.nextDueMs).toBe(clock.nowMs + 1);
    await worker.ask(2, GRAB);
    await advance(1199);
    expect(worker.told()).toEqual([]);
    await advance(1);
    expect(worker.told()).toEqual([worker.answer(2, { name: 'NO_JOB' })]);
    await advance(5000);
    expect(worker.told()).toEqual([]);
  });

  it('is woken on the message id of its SLEEP when there is a job to run', async () => {
    const { worker, store, job, advance, clock } = await open();
    await worker.ask(4, { name: 'SLEEP' });
    await worker.ask(4, { name: 'SLEEP' });
    await store.submit(someJob('other', { func: 'g' }));
    expect(worker.told()).toEqual([]);
    await store.submit({ ...job('soon'), schedAtSeconds: clock.nowMs / 1000 + 3 });
    await advance(2999);
    expect(worker.told()).toEqual([]);
    await advance(1);
    expect(worker.told()).toEqual([worker.answer(4, { name: 'NOOP' })]);
    await worker.ask(5, { name: 'SLEEP' });
    expect(worker.told()).toEqual([worker.answer(5, { name: 'NOOP' })]);
  });

  it('is woken or assigned by a func that it learns later', async () => {
    const { worker, store, job } = await open();
    await store.submit({ ...job('a'), func: 'g' });
    await worker.ask(2, GRAB);
    await worker.ask(3, { name: 'SLEEP' });
    expect(worker.told()).toEqual([]);
    await worker.ask(4, { name: 'CAN_DO', func: 'g' });
    const assign = worker.answer(2, { name: 'JOB_ASSIGN', job: { ...job('a'), func: 'g' } });
    expect(worker.told()).toContainEqual(assign);
  });

  it('is not assigned what it can not do any more', async () => {
    const { worker, store, job } = await open();
    await worker.ask(2, GRAB);
    await worker.ask(3, { name: 'CANT_DO', func: 'f' });
    worker.told();
    await store.submit(job('a'));
    expect(worker.told()).toEqual([]);
    expect(await store.status()).toMatchObject([{ workers: 0, running: 0 }]);
  });

  // docs/periodic.md, 2
  it('ends, fails and delays its jobs', async () => {
    const { worker, store, job, clock } = await open();
    for (const name of ['done', 'fail', 'later']) {
      await store.submit(job(name));
      await worker.ask(2, GRAB);
    }
    await worker.ask(3, { name: 'WORK_DONE', handle: job('done'), data: Uint8Array.of(1) });
    await worker.ask(3, { name: 'WORK_FAIL', handle: job('fail') });
    await worker.ask(3, { name: 'SCHED_LATER', handle: job('later'), delaySeconds: 60, countStep: 4 });
    const now = clock.nowMs / 1000;
    expect(await allJobs(store)).toMatchObject([
      { name: 'fail', schedAtSeconds: now + 1, runCount: 1 },
      { name: 'later', schedAtSeconds: now + 60, runCount: 4 },
    ]);
  });

  // docs/periodic.md, 3
  it('that disconnects leaves its jobs to the others, at once', async () => {
    const { worker, connect, store, job, assigned } = await open();
    const other = await connect();
    await store.submit(job('a'));
    await worker.ask(2, GRAB);
    await worker.ask(3, GRAB);
    await other.ask(4, GRAB);
    worker.connection.closed();
    await other.ask(9, { name: 'PING' });
    expect(other.told()).toContainEqual(assigned(other, 4, 'a'));
    expect(await store.status()).toMatchObject([{ workers: 1, running: 1 }]);
  });

  it('is not heard about a job that it has lost', async () => {
    const { worker, connect, store, job, advance } = await open();
    const other = await connect();
    await store.submit({ ...job('a'), timeoutSeconds: 5 });
    await worker.ask(2, GRAB);
    await advance(5000);
    await other.ask(3, GRAB);
    await worker.ask(4, { name: 'WORK_DONE', handle: job('a'), data: Uint8Array.of(1) });
    expect(await allJobs(store)).toHaveLength(1);
    await other.ask(5, { name: 'WORK_DONE', handle: job('a'), data: Uint8Array.of(2) });
    expect(await allJobs(store)).toEqual([]);
  });

  // docs/periodic.md, 5
  it('gets a broadcast job once, with everybody else who has a grab open', async () => {
    const { worker, connect, store, job, assigned } = await open();
    const loud = await connect();
    const idle = await connect();
    await loud.ask(1, { name: 'BROADCAST', func: 'f' });
    await worker.ask(2, GRAB);
    await loud.ask(3, GRAB);
    await loud.ask(4, GRAB);
    loud.told();
    await store.submit(job('a'));
    expect(worker.told()).toEqual([assigned(worker, 2, 'a')]);
    expect(loud.told()).toEqual([assigned(loud, 3, 'a')]);
    expect(idle.told()).toEqual([]);
    expect(await allJobs(store)).toEqual([]);
  });

  // docs/periodic.md, 10
  it('cannot serve what is reserved, or nothing', async () => {
    const { worker, store } = await open();
    for (const func of ['asy.render', 'asyground.cache', '']) {
      for (const name of ['CAN_DO', 'BROADCAST'] as const) {
        await worker.ask(3, { name, func });
        expect(worker.told()).toEqual(dialect === 'crc' ? [worker.answer(3, { name: 'UNKNOWN' })] : []);
      }
    }
    expect(await store.status()).toMatchObject([{ func: 'f' }]);
  });
});
