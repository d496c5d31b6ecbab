import type { Redis } from 'ioredis';
import { describe, expect, it } from 'vitest';
import { NO_CONTROL, type Control } from '@/core/admin/control';
import { createLog } from '@/platform/log';
import { ControlStore } from './controlStore';

/** As much of Redis as it asks: one text. */
function open() {
  const redis = { text: null as string | null, isAway: false };
  const get = async () => {
    if (redis.isAway) throw new Error('Connection is closed.');
    return redis.text;
  };
  const store = new ControlStore({ get } as unknown as Redis, createLog('test', 'silent'));
  const heard: Control[] = [];
  store.onChange((control) => heard.push(control));
  return { redis, store, heard };
}

const PAUSED = JSON.stringify({ ...NO_CONTROL, paused: ['batch'] });

describe('what administrators have set', () => {
  it('is known from the start, and told once', async () => {
    const { redis, store, heard } = open();
    redis.text = PAUSED;
    await store.start();
    await store.stop();
    expect(store.current.paused).toEqual(['batch']);
    expect(heard).toHaveLength(1);
  });

  it('stays as it was known while Redis is away', async () => {
    const { redis, store } = open();
    redis.isAway = true;
    await store.start();
    await store.stop();
    expect(store.current).toEqual(NO_CONTROL);
  });
});
