import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { emptyEnd, type DetachedEnd } from '@/core/detachedTask';
import type { DetachedState } from '../queue/detachedTasks';
import { useRedis } from './redis.harness';
import { RenderEnds } from './renderEnds';

/** docs/periodic.md, 10: whichever front hears that a render has ended, the one that waits for it is told. */

const { clean, connect } = useRedis();
const END = emptyEnd({ id: 'r', endpoint: 'periodic', reference: '', outcome: { kind: 'success' } }, 0);
const closing: (() => void)[] = [];
beforeEach(clean);
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

/** A front, with detachedTasks in the test's hand. */
async function openFront() {
  let state: DetachedState | undefined = { state: 'waiting' };
  let tell: (end: DetachedEnd) => Promise<void> = async () => undefined;
  const detachedTasks = {
    read: async (id: string): Promise<DetachedState | undefined> => (id === END.id ? state : { state: 'waiting' }),
    listen: (_endpoint: string, handler: typeof tell) => {
      tell = handler;
      return async () => undefined;
    },
  };
  const redis = connect();
  const ends = new RenderEnds({ detachedTasks, redis, blockingRedis: connect() });
  await ends.start();
  closing.push(
    () => ends.stop(),
    () => redis.disconnect(),
  );
  return {
    ends,
    set: (next: DetachedState | undefined) => (state = next),
    hear: (end: DetachedEnd) => tell(end),
  };
}

describe('the ends of renders', () => {
  it('are told at once when they have ended already, or are unknown', async () => {
    const front = await openFront();
    front.set({ state: 'ended', end: END });
    expect(await front.ends.of('r')).toEqual(END);
    front.set(undefined);
    expect(await front.ends.of('r')).toBeUndefined();
  });

  it('reach all who wait for them, at the front that hears of them and at others', async () => {
    const [one, other] = [await openFront(), await openFront()];
    const waiting = [one.ends.of('r'), one.ends.of('r'), other.ends.of('r')];
    for (const front of [one, other]) front.set({ state: 'ended', end: END });
    await other.hear(END);
    expect(await Promise.all(waiting)).toEqual([END, END, END]);
  });

  it('leave those who wait for others alone', async () => {
    const front = await openFront();
    let isOver = false;
    void front.ends.of('another').then(() => (isOver = true));
    const mine = front.ends.of('r');
    front.set({ state: 'ended', end: END });
    await front.hear(END);
    expect(await mine).toEqual(END);
    expect(isOver).toBe(false);
  });
});
