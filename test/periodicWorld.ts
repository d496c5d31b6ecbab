import { afterAll, beforeAll, expect } from 'vitest';
import type { Role } from '@/core/periodic/command';
import type { Dialect } from '@/core/periodic/dialect';
import type { Job } from '@/core/periodic/job';
import type { Message } from '@/core/periodic/message';
import { PeriodicClient, periodicAddress } from './periodicClient';
import { startProduct, type Product } from './product';

/**
 * One product for the tests of a file, and what they do again and again with its Periodic server. Each test has a func
 * of its own, so that they may run side by side: most of their time is waiting.
 */

export const SUCCESS: Message = { name: 'SUCCESS' };
export const UNKNOWN: Message = { name: 'UNKNOWN' };

export const nowSeconds = () => Math.floor(Date.now() / 1000);
export const encode = (text: string) => new TextEncoder().encode(text);

export function makeJob(func: string, name: string, changes: Partial<Job> = {}): Job {
  const workload = encode(`work of ${name}`);
  return { func, name, workload, schedAtSeconds: 0, runCount: 0, timeoutSeconds: 0, ...changes };
}

export function openPeriodic(flags: readonly string[] = []) {
  let product: Product;
  const open: PeriodicClient[] = [];
  beforeAll(async () => {
    product = await startProduct(['--backends', '1', ...flags]);
  });
  afterAll(async () => {
    for (const client of open.splice(0)) client.close();
    await product?.stop();
  });
  const address = () => periodicAddress(product.log());
  const connect = async (dialect: Dialect, role: Role): Promise<PeriodicClient> => {
    const client = await PeriodicClient.connect(address(), { dialect, role });
    open.push(client);
    return client;
  };
  /** A func of its own, with a worker and a client. */
  const openFunc = async (dialect: Dialect, name: string) => {
    const func = `${name}-${dialect}`;
    const [client, worker] = [await connect(dialect, 'client'), await connect(dialect, 'worker')];
    await worker.canDo(func);
    return new OpenFunc(func, client, worker);
  };
  return { product: () => product, address, connect, openFunc };
}

class OpenFunc {
  constructor(
    readonly func: string,
    readonly client: PeriodicClient,
    readonly worker: PeriodicClient,
  ) {}

  job(name: string, changes: Partial<Job> = {}): Job {
    return makeJob(this.func, name, changes);
  }

  async submit(name: string, changes: Partial<Job> = {}): Promise<void> {
    const answer = await this.client.ask({ name: 'SUBMIT_JOB', job: this.job(name, changes) });
    expect(answer).toBe(this.client.body(SUCCESS));
  }

  /** SUCCESS in the crc dialect; in the seed dialect nothing, which a PING shows. */
  async report(message: Message, from = this.worker): Promise<void> {
    const messageId = from.send(message);
    if (from.dialect === 'crc') return expect(await from.answer(messageId)).toBe(from.body(SUCCESS));
    await from.ask({ name: 'PING' });
    expect(from.told).toEqual([]);
  }

  done(name: string, data: string, from = this.worker): Promise<void> {
    return this.report({ name: 'WORK_DONE', handle: { func: this.func, name }, data: encode(data) }, from);
  }

  /** Workers, jobs, running (in the crc dialect: locked) and time; undefined if the func is unknown. */
  async status(): Promise<number[] | undefined> {
    const body = await this.client.ask({ name: 'STATUS' });
    const lines = (this.client.dialect === 'crc' ? body.slice(1) : body).split('\n').map((line) => line.split(','));
    return lines
      .find(([first]) => first === this.func)
      ?.slice(1)
      .map(Number);
  }

  /** Workers, jobs and running. */
  async counts(): Promise<number[] | undefined> {
    return (await this.status())?.slice(0, 3);
  }
}
