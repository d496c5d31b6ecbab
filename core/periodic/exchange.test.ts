import { describe, expect, it } from 'vitest';
import { settle } from './testing/memoryServer';
import { Exchange } from './exchange';
import type { Grab } from './openGrabs';
import { SystemWorker } from './systemWorker';
import type { Job } from './job';
import { PERIODIC_LIMITS } from './limits';
import { MemoryStore } from './testing/memoryStore';
import type { StoreEvent, WorkReport } from './store';
import { someJob } from './testing/storeWorld';

const F = new Set(['f']);

function open() {
  const store = new MemoryStore(() => 1_000_000);
  const exchange = new Exchange(store, () => 1_000_000);
  const assigned: string[] = [];
  const grab = (worker: string): Grab => ({
    worker,
    funcs: F,
    assign: (job) => assigned.push(`${worker} ${job.name}`),
  });
  return { store, exchange, assigned, grab };
}

describe('an exchange', () => {
  it('gives jobs to grabs in the order in which they were opened', async () => {
    const { store, exchange, assigned, grab } = open();
    for (const worker of ['w', 'x', 'y']) exchange.openGrab(grab(worker));
    await settle();
    for (const name of ['a', 'b']) {
      await store.submit(someJob(name));
      await settle();
    }
    expect(assigned).toEqual(['w a', 'x b']);
  });

  it('needs one word for many jobs that become due together', async () => {
    let nowMs = 0;
    const store = new MemoryStore(() => nowMs);
    const exchange = new Exchange(store, () => nowMs);
    const assigned: Job[] = [];
    for (let count = 0; count < 5; count += 1) {
      exchange.openGrab({ worker: 'w', funcs: F, assign: (job) => assigned.push(job) });
    }
    for (const name of ['a', 'b', 'c']) await store.submit(someJob(name, { schedAtSeconds: 5 }));
    nowMs = 5000;
    store.tick();
    await settle();
    expect(assigned.map((job) => job.name)).toEqual(['a', 'b', 'c']);
  });

  it('hands back a job that comes to a grab closed in the meantime', async () => {
    const { store, exchange, assigned, grab } = open();
    await store.submit(someJob('a'));
    const hasty = grab('w');
    exchange.openGrab(hasty);
    exchange.closeGrab(hasty);
    await settle();
    expect(assigned).toEqual([]);
    expect(await store.grab('x', F)).toMatchObject({ name: 'a' });
  });

  it('asks again when a job came while everybody was asking', async () => {
    const { store, exchange, assigned, grab } = open();
    const { grab: ask } = store;
    let answer = (): void => {};
    store.grab = () => new Promise((resolve) => (answer = () => resolve(undefined)));
    exchange.openGrab(grab('w'));
    store.grab = ask;
    await store.submit(someJob('a'));
    expect(assigned).toEqual([]);
    answer();
    await settle();
    expect(assigned).toEqual(['w a']);
  });

  it('outlives a store that cannot be reached', async () => {
    const { store, exchange, assigned, grab } = open();
    const { grab: ask } = store;
    store.grab = () => Promise.reject(new Error('gone'));
    exchange.openGrab(grab('w'));
    await settle();
    store.grab = ask;
    await store.submit(someJob('a'));
    await settle();
    expect(assigned).toEqual(['w a']);
  });

  it('lets somebody ask along with a job that is due, and with no other', async () => {
    const { store, exchange, assigned, grab } = open();
    const asked: string[] = [];
    const { grab: ask } = store;
    for (const worker of ['w', 'x']) exchange.openGrab(grab(worker));
    let wakes = 0;
    await exchange.sleep({ funcs: F, wake: () => (wakes += 1) });
    store.submit = async () => 'stored';
    store.grab = (worker, funcs) => {
      asked.push(worker);
      return ask.call(store, worker, funcs);
    };
    await exchange.submit(someJob('later', { schedAtSeconds: 1001 }));
    await exchange.submit(someJob('other', { func: 'g' }));
    expect([asked, wakes]).toEqual([[], 0]);
    await exchange.submit(someJob('now', { schedAtSeconds: 1000 }));
    await settle();
    await exchange.submit(someJob('at once'));
    expect([asked, wakes]).toEqual([['w', 'x'], 1]);
    expect(assigned).toEqual([]);
  });

  it('asks for everything it may have missed', async () => {
    const { store, exchange, assigned, grab } = open();
    const listeners: ((event: StoreEvent) => void)[] = [];
    store.subscribe = (listener) => {
      listeners.push(listener);
      return () => undefined;
    };
    const deaf = new Exchange(store, () => 1_000_000);
    exchange.close();
    let wakes = 0;
    const endings: string[] = [];
    deaf.openGrab(grab('w'));
    await deaf.sleep({ funcs: new Set(['g']), wake: () => (wakes += 1) });
    for (const name of ['gone', 'there']) {
      deaf.wait(someJob(name, { func: 'g' }), { ended: ({ kind }) => endings.push(`${name} ${kind}`) > 0 });
    }
    await store.submit(someJob('a'));
    await store.submit(someJob('there', { func: 'g' }));
    await store.setConfig('keepalive', 7);
    await settle();
    expect([assigned, wakes, endings, deaf.keepaliveSeconds]).toEqual([[], 0, [], 300]);
    for (const listener of listeners) listener({ kind: 'missed' });
    await settle();
    expect([assigned, wakes, endings, deaf.keepaliveSeconds]).toEqual([['w a'], 1, ['gone removed'], 7]);
  });

  it('hears nothing after its close', async () => {
    const { store, exchange, assigned, grab } = open();
    exchange.openGrab(grab('w'));
    await settle();
    exchange.close();
    await store.submit(someJob('a'));
    await settle();
    expect(assigned).toEqual([]);
  });
});

// docs/periodic.md, 10
describe('a worker of the product', () => {
  async function start(handler: (job: Job) => Promise<WorkReport>, slots = 1) {
    const { store, exchange } = open();
    const results: string[] = [];
    const worker = new SystemWorker(exchange, 'inside', new Map([['asy.render', handler]]));
    await worker.start(slots);
    const submit = async (name: string) => {
      const job = someJob(name, { func: 'asy.render' });
      exchange.wait(job, {
        ended: (ending) => {
          results.push(ending.kind === 'done' ? new TextDecoder().decode(ending.data) : ending.kind);
          return true;
        },
      });
      await store.submit(job);
    };
    return { store, worker, results, submit };
  }

  it('does jobs without a connection and stands in the status', async () => {
    const { store, results, submit } = await start(async (job) => ({ kind: 'done', data: job.workload }));
    for (const name of ['a', 'b', 'c']) await submit(name);
    await settle();
    expect(results).toEqual(['a', 'b', 'c']);
    expect(await store.status()).toMatchObject([{ func: 'asy.render', workers: 1, jobs: 0 }]);
  });

  it('does as many at a time as it has slots, and gives them back when it stops', async () => {
    const { store, worker, submit } = await start(() => new Promise(() => {}), 2);
    for (const name of ['a', 'b', 'c']) await submit(name);
    await settle();
    expect(await store.status()).toMatchObject([{ jobs: 3, running: 2 }]);
    await worker.stop();
    await settle();
    expect(await store.status()).toMatchObject([{ workers: 0, jobs: 3, running: 0 }]);
  });

  it('fails a job whose handler fails', async () => {
    const { results, submit } = await start(() => Promise.reject(new Error('no')));
    await submit('a');
    await settle();
    expect(results).toEqual(['failed']);
  });

  it('refuses by name a result that is too large', async () => {
    const tooLarge = new Uint8Array(PERIODIC_LIMITS.maxResultBytes + 1);
    const sizes = new Map([
      ['fits', tooLarge.subarray(1)],
      ['over', tooLarge],
    ]);
    const { results, submit } = await start(async (job) => ({
      kind: 'done',
      data: sizes.get(job.name) ?? new Uint8Array(0),
    }));
    for (const name of sizes.keys()) await submit(name);
    await settle();
    expect(results[0]?.length).toBe(PERIODIC_LIMITS.maxResultBytes);
    expect(results[1]).toMatch(/^result-too-large: /);
  });
});
