import { EventEmitter } from 'node:events';
import type { ServerResponse } from 'node:http';
import { describe, expect, it } from 'vitest';
import { TURN_LIMITS } from '@/core/limits';
import { Turns } from './turns';

const RULES = TURN_LIMITS.pages;

const response = (destroyed = false) => Object.assign(new EventEmitter(), { destroyed }) as unknown as ServerResponse;

/** Work that is done in a moment, and who got theirs. */
function world() {
  const turns = new Turns(RULES);
  const seen = { order: [] as string[], atOnce: 0, most: 0 };
  const ask = (address: string) =>
    turns.take(address, async () => {
      seen.atOnce += 1;
      seen.most = Math.max(seen.most, seen.atOnce);
      await new Promise(setImmediate);
      seen.order.push(address);
      seen.atOnce -= 1;
      return address;
    });
  return { seen, ask };
}

describe('turns', () => {
  it('come one at a time, to each address in turn', async () => {
    const { seen, ask } = world();
    await Promise.all([...Array.from({ length: 20 }, () => ask('flood')), ask('guest'), ask('other')]);
    expect(seen.most).toBe(1);
    expect(seen.order).toHaveLength(22);
    expect(seen.order.indexOf('guest')).toBeLessThan(4);
    expect(seen.order.indexOf('other')).toBeLessThan(4);
  });

  it('are refused to an address that asks for too many, and to nobody else', async () => {
    const { ask } = world();
    const asked = Array.from({ length: RULES.maxWaitingPerAddress + 10 }, () => ask('flood'));
    expect(await ask('guest')).toEqual({ value: 'guest' });
    const done = await Promise.all(asked);
    expect(done.filter(Boolean).length).toBeGreaterThanOrEqual(RULES.maxWaitingPerAddress);
    expect(done.filter((value) => value === undefined).length).toBeGreaterThan(0);
  });

  it('that fail or never end hold up nobody', async () => {
    const turns = new Turns(RULES);
    const failing = turns.take('a', () => Promise.reject(new Error('broken')));
    void turns.take('slow', () => new Promise(() => undefined));
    const guest = turns.take('guest', () => Promise.resolve('served'));
    await expect(failing).rejects.toThrow('broken');
    expect(await guest).toEqual({ value: 'served' });
  });

  it('of a request end with its answer, or with whoever left', async () => {
    const turns = new Turns(RULES);
    const responses = [response(), response(true), response()];
    const [first, left, last] = responses.map((one) => turns.begin('a', one));
    expect(await first).toBe(true);
    let isServed = false;
    const served = last?.then(() => (isServed = true));
    await new Promise(setImmediate);
    expect(isServed).toBe(false);
    responses[0]?.emit('finish');
    expect(await left).toBe(true);
    await served;
    responses[2]?.emit('close');
  });

  it('leave several times as long to everybody else while more wait', async () => {
    const order: string[] = [];
    let busyMs = 0;
    const turns = new Turns(RULES, () => busyMs);
    const page = () =>
      turns.take('flood', async () => {
        busyMs += 10;
        order.push('page');
      });
    const all = [page(), page()];
    // The first piece took 10 ms of the loop, so a timer of 15 ms comes before the second.
    setTimeout(() => order.push('somebody else'), 15);
    await Promise.all(all);
    expect(order).toEqual(['page', 'somebody else', 'page']);
  });
});
