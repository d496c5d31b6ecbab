import { Redis } from 'ioredis';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createLog } from '@/platform/log';
import { connectRedis } from '@/platform/redis/connect';
import { Consumer, type Read } from '@/platform/redis/consumer';
import {
  finish,
  fromGroup,
  fromLists,
  fromOwnStream,
  fromStream,
  type GroupOptions,
  type ListEntry,
  type StreamEntry,
} from '@/platform/redis/readers';
import { Subscriber } from '@/platform/redis/subscriber';
import { DurableRedis } from './durableRedis';
import { until } from './until';

/** Each kind of consumer under a Redis that is killed and comes back, with messages before, meanwhile and afterwards. */

const log = createLog('test', 'silent');
const GROUP: GroupOptions = { stream: 's', group: 'g', consumer: 'c', atOnce: 10, takeOverMs: 500 };

let redis: DurableRedis;
/** Keeps what it is told until Redis is back, as those who send do. */
let sender: Redis;

beforeEach(async () => {
  redis = await DurableRedis.start();
  sender = connectRedis(redis.url, log);
});
afterEach(async () => {
  sender.disconnect();
  await redis.stop();
});

interface Kind {
  readonly kind: string;
  readonly send: (text: string) => Promise<unknown>;
  readonly consume: (hear: (text: string) => void) => { stop: () => Promise<void> };
}

function consumer<T>(read: Read<T>, handle: (message: T, redis: Redis) => Promise<void> | void): Consumer<T> {
  const made = new Consumer({ what: 'tests', redis: connectRedis(redis.url, log), read, handle, log });
  made.start();
  return made;
}

const KINDS: readonly Kind[] = [
  {
    kind: 'a list',
    send: (text) => sender.rpush('l', text),
    consume: (hear) => consumer<ListEntry>(fromLists(['l', 'other']), (entry) => hear(entry.text)),
  },
  {
    kind: 'a stream of its own',
    send: (text) => sender.xadd('s', '*', 'message', text),
    consume: (hear) =>
      consumer<StreamEntry[]>(fromOwnStream('s', 10), (entries) =>
        entries.forEach(([, fields]) => hear(fields[1] ?? '')),
      ),
  },
  {
    kind: 'a stream',
    send: (text) => sender.xadd('s', '*', 'message', text),
    consume: (hear) =>
      consumer<StreamEntry[]>(fromStream('s', '0', 10), (entries) =>
        entries.forEach(([, fields]) => hear(fields[1] ?? '')),
      ),
  },
  {
    kind: 'a group',
    send: (text) => sender.xadd('s', '*', 'message', text),
    consume: (hear) =>
      consumer<StreamEntry[]>(fromGroup(GROUP), async (entries, own) => {
        for (const [id, fields] of entries) {
          hear(fields[1] ?? '');
          await finish(own, GROUP, id);
        }
      }),
  },
];

describe.each(KINDS)('$kind', ({ send, consume }) => {
  it('brings everything in its order through a death of Redis', async () => {
    const heard: string[] = [];
    const reader = consume((text) => heard.push(text));
    await send('before');
    await until('the first is heard', async () => heard.includes('before'));
    await redis.kill();
    const meanwhile = send('meanwhile');
    await redis.run();
    await meanwhile;
    await send('afterwards');
    await until('the last is heard', async () => heard.includes('afterwards'));
    expect(heard).toEqual(['before', 'meanwhile', 'afterwards']);
    await reader.stop();
  });

  it('goes on when Redis was a replica for a while', async () => {
    const heard: string[] = [];
    const reader = consume((text) => heard.push(text));
    await send('before');
    await until('the first is heard', async () => heard.includes('before'));
    await sender.replicaof('127.0.0.1', '1');
    await expect(send('refused')).rejects.toThrow('READONLY');
    await sender.replicaof('NO', 'ONE');
    await send('afterwards');
    await until('the last is heard', async () => heard.includes('afterwards'));
    expect(heard).toEqual(['before', 'afterwards']);
    await reader.stop();
  });
});

it('a stream of its own keeps what was not handed on, and nothing else', async () => {
  const heard: string[] = [];
  let fail: (error: Error) => void = () => undefined;
  const first = consumer<StreamEntry[]>(fromOwnStream('s', 1), ([entry]) => {
    heard.push(entry?.[1][1] ?? '');
    return entry?.[1][1] === 'b' ? new Promise<void>((_, reject) => (fail = reject)) : undefined;
  });
  for (const text of ['a', 'b', 'c']) await sender.xadd('s', '*', 'message', text);
  await until('the second is being acted on', async () => heard.length === 2);
  const stopped = first.stop();
  fail(new Error('it dies'));
  await stopped;
  const second = consumer<StreamEntry[]>(fromOwnStream('s', 10), (entries) => {
    for (const [, fields] of entries) heard.push(fields[1] ?? '');
  });
  await until('nothing is left', async () => (await sender.xlen('s')) === 0);
  expect(heard).toEqual(['a', 'b', 'b', 'c']);
  await second.stop();
});

it('a group brings again what was not finished, also to another', async () => {
  const dropped: string[] = [];
  const first = consumer<StreamEntry[]>(fromGroup({ ...GROUP, consumer: 'dies' }), (entries) =>
    entries.forEach(([, fields]) => dropped.push(fields[1] ?? '')),
  );
  await sender.xadd('s', '*', 'message', 'a');
  await until('it was taken', async () => dropped.length > 0);
  await first.stop();
  const heard: string[] = [];
  const second = consumer<StreamEntry[]>(fromGroup(GROUP), async (entries, own) => {
    for (const [id, fields] of entries) {
      heard.push(fields[1] ?? '');
      await finish(own, GROUP, id);
    }
  });
  await until('it is heard', async () => heard.length > 0);
  expect(heard).toEqual(['a']);
  await second.stop();
});

it('a subscriber hears what is published, and after a death of Redis that something may be missing', async () => {
  const heard: string[] = [];
  const subscriber = new Subscriber({
    redis: connectRedis(redis.url, log),
    channels: ['c'],
    hear: (channel, message) => void heard.push(`${channel} ${message.toString()}`),
    onMissed: () => void heard.push('missed'),
  });
  await subscriber.start();
  await sender.publish('c', 'before');
  await until('the first is heard', async () => heard.length === 1);
  await redis.kill();
  await redis.run();
  await until('it is there again', async () => (await sender.publish('c', 'afterwards')) === 1);
  await until('the last is heard', async () => heard.includes('c afterwards'));
  expect(heard).toEqual(['c before', 'missed', 'c afterwards']);
  subscriber.stop();
});
