import { EventEmitter } from 'node:events';
import type { ServerResponse } from 'node:http';
import { describe, expect, it, vi } from 'vitest';
import { PAGE_LIMITS } from '@/core/limits';
import { PageTurns } from './pageTurns';

const response = (destroyed = false) =>
  Object.assign(new EventEmitter(), { destroyed, writableFinished: false }) as unknown as ServerResponse;

/** Pages that are made in a moment, and who got theirs. */
function world() {
  const turns = new PageTurns();
  const seen = { order: [] as string[], atOnce: 0, most: 0 };
  const ask = (address: string, to = response()) =>
    turns.take(address, to, async () => {
      seen.atOnce += 1;
      seen.most = Math.max(seen.most, seen.atOnce);
      // Who makes it is done before it is.
      setImmediate(() => {
        seen.order.push(address);
        seen.atOnce -= 1;
        to.emit('finish');
      });
    });
  return { seen, ask };
}

describe('pages', () => {
  it('are made one at a time, of each address in turn', async () => {
    const { seen, ask } = world();
    await Promise.all([...Array.from({ length: 20 }, () => ask('flood')), ask('guest'), ask('other')]);
    await vi.waitFor(() => expect(seen.atOnce).toBe(0));
    expect(seen.most).toBe(1);
    expect(seen.order).toHaveLength(22);
    expect(seen.order.indexOf('guest')).toBeLessThan(4);
    expect(seen.order.indexOf('other')).toBeLessThan(4);
  });

  it('are refused to an address that asks for too many, and to nobody else', async () => {
    const { ask } = world();
    const asked = Array.from({ length: PAGE_LIMITS.maxWaitingPerAddress + 10 }, () => ask('flood'));
    expect(await ask('guest')).toBe(true);
    const isMade = await Promise.all(asked);
    expect(isMade.filter(Boolean).length).toBeGreaterThanOrEqual(PAGE_LIMITS.maxWaitingPerAddress);
    expect(isMade.filter((made) => !made).length).toBeGreaterThan(0);
  });

  it('are not made for those who have left, and those that fail hold up nobody', async () => {
    const { seen, ask } = world();
    const failing = new PageTurns().take('a', response(), () => Promise.reject(new Error('broken')));
    await expect(failing).rejects.toThrow('broken');
    await Promise.all([ask('left', response(true)), ask('guest')]);
    await vi.waitFor(() => expect(seen.atOnce).toBe(0));
    expect(seen.order).toEqual(['guest']);
  });

  it('that nobody reads to their end hold up nobody', async () => {
    const turns = new PageTurns();
    void turns.take('slow', response(), () => new Promise(() => undefined));
    expect(await turns.take('guest', response(), () => Promise.resolve())).toBe(true);
  });
});
