import { Redis } from 'ioredis';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startRedis, type RunningRedis } from './parts';
import { until } from './until';
import { KEYS } from '@/platform/redis/keys';
import { Presence } from '@/platform/redis/presence';

let server: RunningRedis;
const onRestore = () => undefined;
let redis: Redis;
beforeAll(async () => {
  server = await startRedis();
  redis = new Redis(server.url);
});
afterAll(() => {
  redis.disconnect();
  server.stop();
});

describe('processes of two versions', () => {
  it('do not work on the same data: the newcomer waits, and says why', async () => {
    const lines: string[] = [];
    const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) });
    const old = await Presence.begin({ redis, id: 'old', version: 1, log, onRestore });
    const same = await Presence.begin({ redis, id: 'same', version: 1, log, onRestore });
    let hasBegun = false;
    const begun = Presence.begin({ redis, id: 'new', version: 2, log, onRestore }).then((presence) => {
      hasBegun = true;
      return presence;
    });
    await until('it says why it waits', () => lines.some((line) => line.includes('another version')));
    await old.end();
    await until('it has looked again', async () => (await redis.smembers(KEYS.present)).length === 1);
    expect(hasBegun).toBe(false);
    await same.end();
    await (await begun).end();
    expect(await redis.exists(KEYS.present)).toBe(0);
  });

  it('that died without a word are waited for no longer than their lease', async () => {
    await redis.multi().sadd(KEYS.present, 'dead').set(KEYS.presence('dead'), 1, 'PX', 300).exec();
    const log = pino({ level: 'silent' });
    await (await Presence.begin({ redis, id: 'new', version: 2, log, onRestore })).end();
  });
});
