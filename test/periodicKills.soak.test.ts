import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import type { PeriodicClient } from './periodicClient';
import { jobsOf, openKillable } from './periodicKills';
import { makeJob, nowSeconds } from './periodicWorld';
import { until } from './until';

/** No job is lost and none is done twice without need, whatever dies: docs/periodic.md, 3 and 8. */

vi.setConfig({ testTimeout: 120_000 });

const { product, start, connect, serving, kill } = openKillable();

describe('Redis is killed', () => {
  it('loses no job that was acknowledged, and goes on with those who are connected', async () => {
    const address = await start();
    const [caller, worker] = [await connect(address, 'client'), await serving(address, 'f')];
    const waiting = caller.ask({ name: 'RUN_JOB', job: makeJob('f', 'running') });
    const running = await worker.grab();
    const idle = worker.grab();
    const submitter = await connect(address, 'client');
    let [sent, acknowledged] = [0, 0];
    const submitting = (async () => {
      for (;;) {
        sent += 1;
        const job = makeJob('g', `job-${sent}`, { schedAtSeconds: nowSeconds() + 1000 });
        void submitter.ask({ name: 'SUBMIT_JOB', job }).then(
          () => (acknowledged += 1),
          () => undefined,
        );
        if (submitter.isClosed) return;
        if (sent % 100 === 0) await new Promise((resolve) => setImmediate(resolve));
      }
    })();
    await until('many are stored', () => acknowledged > 3000);
    kill('redis-server');
    await submitting;
    const client = await connect(address, 'client');
    expect(await jobsOf(client, 'g')).toBeGreaterThanOrEqual(acknowledged);
    // Neither the one who waits nor the one who works had anything on its way.
    await worker.ask({ name: 'WORK_DONE', handle: running, data: running.workload });
    expect(await waiting).toBe(caller.data('work of running'));
    await client.ask({ name: 'SUBMIT_JOB', job: makeJob('f', 'new') });
    expect(await idle).toMatchObject({ name: 'new' });
  });

  it('assigns again what may have been assigned by an answer that never came', async () => {
    const address = await start();
    const client = await connect(address, 'client');
    const total = 200;
    const names = new Set<string>();
    let isOver = false;
    const workers = new Set<PeriodicClient>();
    const work = async () => {
      while (!isOver) {
        try {
          const worker = await serving(address, 'f');
          workers.add(worker);
          for (;;) {
            const job = await worker.grab();
            names.add(job.name);
            await worker.ask({ name: 'WORK_DONE', handle: job, data: job.workload });
          }
        } catch {
          // Its connection was closed with something on its way: it comes again.
        }
      }
    };
    for (let i = 0; i < total; i += 1) await client.ask({ name: 'SUBMIT_JOB', job: makeJob('f', `job-${i}`) });
    const working = Promise.all([work(), work(), work()]);
    await until('some are done', () => names.size > 10);
    kill('redis-server');
    await until('all are done', () => names.size === total, 60_000);
    const again = await connect(address, 'client');
    await until('nothing is left', async () => (await jobsOf(again, 'f')) === 0);
    isOver = true;
    for (const worker of workers) worker.close();
    await working;
  });
});

describe('the whole product stops', () => {
  it.each(['SIGTERM', 'SIGKILL'] as const)('by %s, and starts again with all its jobs', async (signal) => {
    const folder = mkdtempSync(path.join(tmpdir(), 'asyground-periodic-'));
    const address = await start(folder);
    const [client, worker] = [await connect(address, 'client'), await serving(address, 'f')];
    await client.ask({ name: 'SUBMIT_JOB', job: makeJob('f', 'running', { runCount: 3 }) });
    await client.ask({ name: 'SUBMIT_JOB', job: makeJob('f', 'far', { schedAtSeconds: nowSeconds() + 5000 }) });
    await client.ask({ name: 'CONFIG_SET', key: 'max-patch', value: 7 });
    await worker.grab();
    process.kill(product().supervisorPid, signal);
    await product().exited;
    const next = await until('the next start', () => start(folder).catch(() => undefined));
    const again = await connect(next, 'client');
    expect(await jobsOf(again, 'f')).toBe(2);
    expect(await again.ask({ name: 'CONFIG_GET', key: 'max-patch' })).toBe(again.body({ name: 'CONFIG', value: 7 }));
    expect(await (await serving(next, 'f')).grab()).toMatchObject({ name: 'running', runCount: 3 });
  });
});
