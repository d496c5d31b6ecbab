import { describe, expect, it, vi } from 'vitest';
import type { Message } from '@/core/periodic/message';
import { readAssigned } from './periodicClient';
import { makeJob, nowSeconds, openPeriodic, SUCCESS, UNKNOWN } from './periodicWorld';

/** What becomes of jobs, over a real socket in both dialects: docs/periodic.md, 1 to 6. */

vi.setConfig({ maxConcurrency: 20 });

const { connect, openFunc } = openPeriodic();

describe.concurrent.each(['seed', 'crc'] as const)('jobs in the %s dialect', (dialect) => {
  const isCrc = dialect === 'crc';

  it('1: overwrites a pending job, ignores one that runs, and goes by time and arrival', async () => {
    const one = await openFunc(dialect, 'one');
    const { func, client, worker } = one;
    const later = nowSeconds() + 1;
    await one.submit('soon', { schedAtSeconds: later });
    await one.submit('second', { schedAtSeconds: later });
    await one.submit('past', { schedAtSeconds: 5 });
    await one.submit('soon', { schedAtSeconds: 7, workload: Uint8Array.of(1) });
    const jobs = [await worker.grab(), await worker.grab(), await worker.grab()];
    expect(jobs.map(({ name }) => name)).toEqual(['past', 'soon', 'second']);
    expect(jobs[1]?.workload).toHaveLength(1);
    await one.submit('soon', { workload: Uint8Array.of(1, 2) });
    expect(await one.counts()).toEqual([1, 3, 3]);
    for (const job of [makeJob(func, ''), makeJob('', 'x')]) {
      expect(await client.ask({ name: 'SUBMIT_JOB', job })).toBe(client.body(UNKNOWN));
    }
  });

  it('2: keeps the time, delays on request, and tries again after a failure', async () => {
    const two = await openFunc(dialect, 'two');
    const { func, worker } = two;
    await two.submit('a', { schedAtSeconds: 12, runCount: 3 });
    expect(await worker.grab()).toMatchObject({ schedAtSeconds: 12, runCount: 3 });
    await two.report({ name: 'SCHED_LATER', handle: { func, name: 'a' }, delaySeconds: 1, countStep: 2 });
    const again = await worker.grab();
    expect(again).toMatchObject({ runCount: 5 });
    expect(again.schedAtSeconds).toBeGreaterThan(12);
    await two.done('a', '');
    await two.submit('b');
    await worker.grab();
    await two.report({ name: 'WORK_FAIL', handle: { func, name: 'b' } });
    expect(await worker.grab()).toMatchObject({ name: 'b', runCount: 1 });
  });

  it('2: gives a job up after max-retry failures', async () => {
    const dead = await openFunc(dialect, 'dead');
    const { func, client, worker } = dead;
    const run = client.ask({ name: 'RUN_JOB', job: dead.job('a', { runCount: 25 }) });
    await worker.grab();
    await dead.report({ name: 'WORK_FAIL', handle: { func, name: 'a' } });
    expect(await run).toBe(client.data(isCrc ? 'failed' : ''));
    expect(await dead.counts()).toEqual([1, 0, 0]);
  });

  it('2, 4: tells the result to all who run the job, and only one worker does it', async () => {
    const four = await openFunc(dialect, 'four');
    const { client, worker } = four;
    const [other, leaver] = [await connect(dialect, 'client'), await connect(dialect, 'client')];
    const run: Message = { name: 'RUN_JOB', job: four.job('a') };
    const first = client.ask(run);
    await worker.grab();
    const second = other.ask(run);
    leaver.send(run);
    // Requests take effect in their order.
    await Promise.all([other.ask({ name: 'STATUS' }), leaver.ask({ name: 'STATUS' })]);
    leaver.close();
    await four.done('a', 'result \u00ff');
    expect([await first, await second]).toEqual([client.data('result \u00ff'), client.data('result \u00ff')]);
  });

  it('11: RUN_JOB of a job that fails or is delayed goes on waiting, or is told, and then it is over', async () => {
    const fails = await openFunc(dialect, 'fails');
    const { func, client, worker } = fails;
    for (const message of [
      { name: 'WORK_FAIL', handle: { func, name: 'a' } },
      { name: 'SCHED_LATER', handle: { func, name: 'a' }, delaySeconds: 0, countStep: 0 },
    ] as const) {
      const running = client.ask({ name: 'RUN_JOB', job: fails.job('a') });
      await worker.grab();
      if (isCrc) {
        // Somebody is there to take it.
        const grab = worker.send({ name: 'GRAB_JOB' });
        await fails.report(message);
        expect(await running).toBe(client.data('failed'));
        expect(await fails.counts()).toEqual([1, 0, 0]);
        await fails.submit('next');
        expect(readAssigned(await worker.answer(grab))).toMatchObject({ name: 'next' });
        await fails.done('next', '');
        continue;
      }
      await fails.report(message);
      await worker.grab();
      await fails.done('a', 'in the end');
      expect(await running).toBe(client.data('in the end'));
    }
  });

  it('RUN_JOB of a job that is removed is answered', async () => {
    const removed = await openFunc(dialect, 'removed');
    const { func, client, worker } = removed;
    const running = client.ask({ name: 'RUN_JOB', job: removed.job('a') });
    await worker.grab();
    await client.ask({ name: 'REMOVE_JOB', handle: { func, name: 'a' } });
    expect(await running).toBe(client.data(isCrc ? 'removed' : ''));
  });

  it('3: gives the jobs of a worker that leaves to others, and refuses a stranger', async () => {
    const three = await openFunc(dialect, 'three');
    const [other, stranger] = [await connect(dialect, 'worker'), await connect(dialect, 'worker')];
    await other.canDo(three.func);
    await three.submit('a');
    await three.worker.grab();
    const grabbing = other.grab();
    three.worker.close();
    expect(await grabbing).toMatchObject({ name: 'a' });
    await three.done('a', 'mine?', stranger);
    expect(await three.counts()).toEqual([1, 1, 1]);
    await three.done('a', '', other);
    expect(await three.counts()).toEqual([1, 0, 0]);
  });

  it('3: takes a job back after its timeout, and refuses the old worker', async () => {
    const late = await openFunc(dialect, 'late');
    const { func, client, worker } = late;
    const [crcClient, other] = [await connect('crc', 'client'), await connect(dialect, 'worker')];
    await other.canDo(func);
    // Only the crc dialect can send a timeout.
    await crcClient.ask({ name: 'SUBMIT_JOB', job: late.job('a', { timeoutSeconds: 4 }) });
    await worker.grab();
    const running = crcClient.ask({ name: 'RUN_JOB', job: late.job('a') });
    expect(await other.grab()).toMatchObject({ name: 'a' });
    expect(await running).toBe(crcClient.data('expired'));
    await late.done('a', 'too late', worker);
    expect(await late.counts()).toEqual([2, 1, 1]);
    const attached = client.ask({ name: 'RUN_JOB', job: late.job('a') });
    await client.ask({ name: 'STATUS' });
    await late.done('a', 'in time', other);
    expect(await attached).toBe(client.data('in time'));
  });

  it('5: broadcasts a job to every worker that has a grab open', async () => {
    const five = await openFunc(dialect, 'five');
    const { func, client } = five;
    // Grabs of the crc dialect stay open, so that nobody can miss it.
    const [worker, loud] = [await connect('crc', 'worker'), await connect('crc', 'worker')];
    const idle = await connect(dialect, 'worker');
    await worker.canDo(func);
    await loud.canDo(func, 'BROADCAST');
    await idle.canDo(func);
    const grabs = [worker.grab(), loud.grab()];
    await Promise.all([worker.ask({ name: 'PING' }), loud.ask({ name: 'PING' })]);
    const running = client.ask({ name: 'RUN_JOB', job: five.job('all') });
    expect((await Promise.all(grabs)).map(({ name }) => name)).toEqual(['all', 'all']);
    expect(await running).toBe(client.data(''));
    expect(idle.told).toEqual([]);
    expect(await five.counts()).toEqual([4, 0, 0]);
  });

  it('6: counts in STATUS, drops only what nobody serves, removes anything', async () => {
    const six = await openFunc(dialect, 'six');
    const { func, client, worker } = six;
    const at = nowSeconds() + 1000;
    await six.submit('a');
    await six.submit('b', { schedAtSeconds: at + 5 });
    await six.submit('c', { schedAtSeconds: at });
    await worker.grab();
    expect(await six.status()).toEqual([1, 3, 1, ...(isCrc ? [0] : []), at]);
    expect((await client.ask({ name: 'STATUS' })).endsWith('\n')).toBe(false);
    expect(await client.ask({ name: 'DROP_FUNC', func })).toBe(client.body(SUCCESS));
    expect(await six.counts()).toEqual([1, 3, 1]);
    await six.report({ name: 'CANT_DO', func });
    await client.ask({ name: 'REMOVE_JOB', handle: { func, name: 'a' } });
    expect(await client.ask({ name: 'DROP_FUNC', func })).toBe(client.body(SUCCESS));
    expect(await six.status()).toBeUndefined();
    expect(await client.ask({ name: 'REMOVE_JOB', handle: { func, name: 'unknown' } })).toBe(client.body(SUCCESS));
  });
});
