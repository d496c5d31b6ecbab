import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Role } from '@/core/periodic/command';
import { startRedis, type RunningRedis } from './parts';
import { PeriodicClient, periodicAddress } from './periodicClient';
import { makeJob, nowSeconds, SUCCESS } from './periodicWorld';
import { startProduct, type Product } from './product';

vi.setConfig({ testTimeout: 60_000 });

/** Two fronts with one Redis, as on several machines: docs/periodic.md, 3, 8 and 10. */

let redis: RunningRedis;
const fronts: Product[] = [];
beforeAll(async () => {
  redis = await startRedis();
  const start = () => startProduct(['--role', 'front', '--redis-url', redis.url]);
  fronts.push(...(await Promise.all([start(), start()])));
});
afterAll(async () => {
  for (const front of fronts) await front.stop();
  redis?.stop();
});

function connect(front: number, role: Role): Promise<PeriodicClient> {
  return PeriodicClient.connect(periodicAddress(fronts[front]?.log() ?? ''), { dialect: 'crc', role });
}

async function serving(front: number, func: string): Promise<PeriodicClient> {
  const worker = await connect(front, 'worker');
  await worker.canDo(func);
  return worker;
}

describe('two fronts', () => {
  it('a caller at one has the result of a worker at the other, also a large one', async () => {
    const [client, worker] = [await connect(0, 'client'), await serving(1, 'f')];
    for (const size of [5, 3_000_000]) {
      const running = client.ask({ name: 'RUN_JOB', job: makeJob('f', 'a') });
      const handle = await worker.grab();
      await worker.ask({ name: 'WORK_DONE', handle, data: new Uint8Array(size).fill(0x41) });
      expect(await running).toBe(client.data('A'.repeat(size)));
    }
  });

  it('a job is assigned once, at its time, wherever it was submitted', async () => {
    const clients = [await connect(0, 'client'), await connect(1, 'client')];
    const workers = [await serving(0, 'once'), await serving(1, 'once')];
    const [count, at] = [40, nowSeconds() + 2];
    for (let i = 0; i < count; i += 1) {
      const job = makeJob('once', `job-${i}`, { schedAtSeconds: at });
      expect(await clients[i % 2]?.ask({ name: 'SUBMIT_JOB', job })).toBe(clients[0]?.body(SUCCESS));
    }
    const names: string[] = [];
    const grabs = workers.flatMap((worker) =>
      Array.from({ length: count }, async () => {
        const { name } = await worker.grab();
        expect(nowSeconds()).toBeGreaterThanOrEqual(at);
        names.push(name);
        if (names.length === count) for (const one of workers) one.close();
      }),
    );
    await Promise.allSettled(grabs);
    expect(new Set(names).size).toBe(count);
    expect(names).toHaveLength(count);
  });

  it('housekeeping stands in the queue once, and both could do it', async () => {
    const client = await connect(0, 'client');
    expect(await client.ask({ name: 'STATUS' })).toMatch(/asy\.render,2,0,0,0,\d+\nasyground\.contents,2,1,0,0,/);
  });

  it('the job of a worker whose front is killed goes to a worker at the other', async () => {
    const client = await connect(1, 'client');
    const [lost, other] = [await serving(0, 'killed'), await serving(1, 'killed')];
    await client.ask({ name: 'SUBMIT_JOB', job: makeJob('killed', 'a') });
    expect(await lost.grab()).toMatchObject({ name: 'a' });
    const grabbing = other.grab();
    process.kill(fronts[0]?.supervisorPid ?? 0, 'SIGKILL');
    expect(await grabbing).toMatchObject({ name: 'a' });
  });
});
