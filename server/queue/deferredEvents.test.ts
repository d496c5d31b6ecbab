import { describe, expect, it } from 'vitest';
import type { Schedule } from '@/core/schedule/schedule';
import type { Happening } from './applyControl';
import { DeferredEvents } from './deferredEvents';

function world() {
  const running = new Map<string, { isTaken: boolean }>();
  const adrift = new Map<string, { isTaken: boolean }>();
  const happened: Happening[] = [];
  const deferred = new DeferredEvents({ running, adrift } as unknown as Schedule, async (event) => {
    happened.push(event);
  });
  return { running, adrift, happened, deferred };
}

const withdrawn = (task: string) => ({ kind: 'withdrawn', task, cause: 'cancelled' }) as const;
const shortened = (task: string) => ({ kind: 'shortened', task, durationSeconds: 1 }) as const;

describe('what is said of a task', () => {
  it('happens at once if everybody knows who has it', async () => {
    const { running, happened, deferred } = world();
    await deferred.take(withdrawn('waiting'));
    running.set('taken', { isTaken: true });
    await deferred.take(withdrawn('taken'));
    expect(happened).toEqual([withdrawn('waiting'), withdrawn('taken')]);
  });

  it('waits, in its order, until a backend has said what it took', async () => {
    const { running, adrift, happened, deferred } = world();
    running.set('a', { isTaken: false });
    adrift.set('b', { isTaken: false });
    await deferred.take(shortened('a'));
    await deferred.take(withdrawn('a'));
    await deferred.take(withdrawn('b'));
    await deferred.replay();
    expect(happened).toEqual([]);
    running.set('a', { isTaken: true });
    await deferred.replay();
    expect(happened).toEqual([shortened('a'), withdrawn('a')]);
    adrift.delete('b');
    await deferred.replay();
    await deferred.replay();
    expect(happened).toHaveLength(3);
  });

  it('is forgotten with a task that has ended', async () => {
    const { running, happened, deferred } = world();
    running.set('a', { isTaken: false });
    await deferred.take(withdrawn('a'));
    deferred.forget('a');
    running.delete('a');
    await deferred.replay();
    expect(happened).toEqual([]);
  });
});
