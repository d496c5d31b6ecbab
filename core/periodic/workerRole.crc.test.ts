import { describe, expect, it } from 'vitest';
import { openServer } from './testing/memoryServer';
import type { Message } from './message';
import { someJob } from './testing/storeWorld';

const SUCCESS: Message = { name: 'SUCCESS' };
const CAN_DO: Message = { name: 'CAN_DO', func: 'f' };
const GRAB: Message = { name: 'GRAB_JOB' };

describe('a worker of the crc dialect', () => {
  async function running() {
    const { connect, store } = openServer();
    const worker = connect({ dialect: 'crc', role: 'worker' });
    await worker.ask(1, CAN_DO);
    for (const [messageId, name] of ['a', 'b'].entries()) {
      await store.submit(someJob(name));
      await worker.ask(messageId + 10, GRAB);
    }
    worker.told();
    return { worker, store };
  }

  it('takes and gives back locks', async () => {
    const { worker, store } = await running();
    const acquire = async (name: string) => {
      await worker.ask(2, { name: 'ACQUIRE', lock: 'l', count: 1, handle: someJob(name) });
      return worker.told();
    };
    expect(await acquire('a')).toEqual([worker.answer(2, { name: 'ACQUIRED', isAcquired: true })]);
    expect(await acquire('b')).toEqual([worker.answer(2, { name: 'ACQUIRED', isAcquired: false })]);
    expect(await store.status()).toMatchObject([{ running: 1, locked: 1 }]);
    await worker.ask(3, { name: 'RELEASE', lock: 'l', handle: someJob('a') });
    expect(worker.told()).toEqual([worker.answer(3, SUCCESS)]);
    expect(await store.status()).toMatchObject([{ running: 1, locked: 0 }]);
  });

  it('may say that it has a job, and give it back unbegun', async () => {
    const { worker, store } = await running();
    await worker.ask(10, { name: 'JOB_ASSIGNED' });
    await worker.ask(10, { name: 'JOB_UNASSIGNED' });
    await worker.ask(10, { name: 'JOB_UNASSIGNED' });
    expect(worker.told()).toEqual([]);
    expect(await store.status()).toMatchObject([{ jobs: 2, running: 1 }]);
    expect(await store.grab('x', new Set(['f']))).toMatchObject({ name: 'a', runCount: 0 });
  });
});
