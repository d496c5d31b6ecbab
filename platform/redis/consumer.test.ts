import type { Redis } from 'ioredis';
import { describe, expect, it } from 'vitest';
import { REDIS_ABSENCE } from '@/core/limits';
import type { Log } from '../log';
import { Consumer, pauseAfter } from './consumer';

const { firstPauseMs, mostPauseMs } = REDIS_ABSENCE;

describe('the pause after failed reads', () => {
  it('grows twofold up to its limit, and is never all chance', () => {
    expect(pauseAfter(1, () => 1)).toBe(firstPauseMs);
    expect(pauseAfter(2, () => 1)).toBe(2 * firstPauseMs);
    expect(pauseAfter(1, () => 0)).toBe(firstPauseMs / 2);
    for (const failures of [10, 100, 10_000]) expect(pauseAfter(failures, () => 1)).toBe(mostPauseMs);
  });
});

describe('a consumer', () => {
  const setUp = (read: () => Promise<string | undefined>, handle: (text: string) => void) => {
    const told: string[] = [];
    const say = (_facts: unknown, args: string) => void told.push(args);
    const log = { warn: say, info: say, error: say } as unknown as Log;
    const redis = { disconnect: () => undefined } as unknown as Redis;
    return { told, consumer: new Consumer({ what: 'tests', redis, read, handle, log }) };
  };

  it('tells of failed reads once, and once that it reads again', async () => {
    let reads = 0;
    let done = () => {};
    const isDone = new Promise<void>((resolve) => (done = resolve));
    const read = async () => {
      reads += 1;
      if (reads <= 4) throw new Error("READONLY You can't write against a read only replica.");
      return 'a';
    };
    const { told, consumer } = setUp(read, () => done());
    consumer.start();
    await isDone;
    await consumer.stop();
    expect(told).toEqual(['messages cannot be read; trying again', 'messages are read again']);
  });

  it('goes on after a message that could not be acted on', async () => {
    const texts = ['bad', 'good'];
    const heard: string[] = [];
    let done = () => {};
    const isDone = new Promise<void>((resolve) => (done = resolve));
    const { told, consumer } = setUp(
      async () => texts.shift() ?? new Promise((resolve) => setImmediate(() => resolve(undefined))),
      (text) => {
        if (text === 'bad') throw new Error('bad');
        heard.push(text);
        done();
      },
    );
    consumer.start();
    await isDone;
    await consumer.stop();
    expect(heard).toEqual(['good']);
    expect(told).toEqual(['bug: a message could not be acted on']);
  });

  it('stops in the middle of a pause', async () => {
    let reads = 0;
    let failed = () => {};
    const hasFailed = new Promise<void>((resolve) => (failed = resolve));
    const read = async () => {
      reads += 1;
      failed();
      throw new Error('away');
    };
    const { consumer } = setUp(read, () => undefined);
    consumer.start();
    await hasFailed;
    await consumer.stop();
    const before = reads;
    await new Promise((resolve) => setImmediate(resolve));
    expect(reads).toBe(before);
  });
});
