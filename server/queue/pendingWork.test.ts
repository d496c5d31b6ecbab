import { describe, expect, it } from 'vitest';
import { PendingWork } from './pendingWork';

function pending() {
  let resolve: () => void = () => undefined;
  const promise = new Promise<void>((done) => (resolve = done));
  return { promise, resolve };
}

describe('pending work', () => {
  it('is settled when all that was begun is done, and not before', async () => {
    const work = new PendingWork();
    const first = pending();
    const second = pending();
    work.add(first.promise);
    work.add(second.promise);
    const order: string[] = [];
    const settled = work.settled().then(() => order.push('settled'));
    first.resolve();
    await first.promise;
    order.push('first');
    second.resolve();
    await settled;
    expect(order).toEqual(['first', 'settled']);
  });

  it('tells of a failure that nobody waited for', async () => {
    const work = new PendingWork();
    work.add(Promise.reject(new Error('full')));
    await Promise.resolve();
    await Promise.resolve();
    await expect(work.settled()).rejects.toThrow('full');
  });
});
