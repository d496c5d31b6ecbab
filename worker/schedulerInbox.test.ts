import { describe, expect, it } from 'vitest';
import { createLog } from '@/platform/log';
import { KEYS } from '@/platform/redis/keys';
import { SchedulerInbox } from './schedulerInbox';

function open(term = 't1') {
  const served: unknown[] = [];
  const state = { term, asked: 0 };
  const endings: (() => void)[] = [];
  const backends = ['b1', 'b2'].map((id) => ({
    id,
    serve: (permit: { permit: string }) => {
      served.push([id, permit.permit]);
      return new Promise<void>((resolve, reject) => endings.push(id === 'b1' ? resolve : () => reject(new Error('x'))));
    },
    served: {
      limit: (permit: string, seconds: number) => void served.push([id, 'limit', permit, seconds]),
      halt: (permit: string, then: string) => void served.push([id, 'halt', permit, then]),
    },
  }));
  const redis = {
    get: async (key: string) => {
      state.asked += 1;
      return key === KEYS.term ? state.term : null;
    },
  };
  const inbox = new SchedulerInbox({ worker: 'w', backends, redis: redis as never, log: createLog('test', 'silent') });
  const permit = (backend: string, name: string, of = 't1') =>
    inbox.take({
      list: KEYS.permits(backend),
      text: JSON.stringify({ permit: name, queue: 'fast', durationSeconds: 3, term: of }),
    });
  const say = (message: object) => inbox.take({ list: KEYS.workerInbox('w'), text: JSON.stringify(message) });
  return { inbox, served, state, endings, permit, say };
}

describe('what a worker hears', () => {
  it('is read from its own list and one of each backend', () => {
    expect(open().inbox.lists).toEqual([KEYS.workerInbox('w'), KEYS.permits('b1'), KEYS.permits('b2')]);
  });

  it('gives a permit to the backend it is for', async () => {
    const { served, permit } = open();
    await permit('b2', 'p1');
    expect(served).toEqual([['b2', 'p1']]);
  });

  it('is told to every backend if it concerns a permit', async () => {
    const { served, say } = open();
    await say({ type: 'duration', permit: 'p1', durationSeconds: 2, term: 't1' });
    await say({ type: 'halt', permit: 'p1', then: 'go-back', term: 't1' });
    expect(served).toEqual([
      ['b1', 'limit', 'p1', 2],
      ['b2', 'limit', 'p1', 2],
      ['b1', 'halt', 'p1', 'go-back'],
      ['b2', 'halt', 'p1', 'go-back'],
    ]);
  });

  it('is not acted on if another scheduler leads, and asks Redis once a term', async () => {
    const { served, state, permit, say } = open();
    await permit('b1', 'p1', 'old');
    await say({ type: 'halt', permit: 'p1', then: 'end', term: 'old' });
    expect(served).toEqual([]);
    await permit('b1', 'p2');
    const { asked } = state;
    await permit('b1', 'p3');
    expect([served.length, state.asked]).toEqual([2, asked]);
    state.term = 't2';
    await permit('b1', 'p4', 't2');
    await permit('b1', 'p5', 't1');
    expect(served.length).toBe(3);
  });

  it('passes over what it cannot read', async () => {
    const { inbox, served, say } = open();
    await inbox.take({ list: KEYS.permits('b1'), text: 'no JSON' });
    await say({ type: 'unknown' });
    expect(served).toEqual([]);
  });

  it('is settled when all that was permitted has ended, well or not', async () => {
    const { inbox, permit, endings } = open();
    await permit('b1', 'p1');
    await permit('b2', 'p2');
    let isSettled = false;
    const settled = inbox.settled().then(() => (isSettled = true));
    endings[1]?.();
    await Promise.resolve();
    expect(isSettled).toBe(false);
    endings[0]?.();
    await settled;
  });
});
