import { EventEmitter } from 'node:events';
import type { WebSocket } from 'ws';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { QUEUE_LIMITS } from '@/core/limits';
import { createLog } from '@/platform/log';
import { KEYS } from '@/platform/redis/keys';
import { invite, type InvitationParts } from './invitation';

class Socket extends EventEmitter {
  readonly calls: string[] = [];
  pause = () => void this.calls.push('pause');
  resume = () => void this.calls.push('resume');
  close = () => void this.calls.push('close');
  terminate = () => void this.calls.push('terminate');
}

function open(front: string | undefined = 'f1') {
  const told: unknown[][] = [];
  let arrive: ((socket: WebSocket) => void) | undefined;
  const parts = {
    redis: { xadd: async (...args: unknown[]) => void told.push(args) },
    socketServer: {
      offer: (token: string, accept: (socket: WebSocket) => void) => {
        arrive = accept;
        return { url: `ws://here/${token}`, withdraw: () => (arrive = undefined) };
      },
    },
    log: createLog('test', 'silent'),
  } as unknown as InvitationParts;
  const invitation = invite({ id: 't1', front }, parts);
  const come = () => {
    const socket = new Socket();
    arrive?.(socket as unknown as WebSocket);
    return socket;
  };
  return { invitation, told, come, isOpen: () => arrive !== undefined };
}

describe('an invitation', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('tells the front of the task where it is', () => {
    const { invitation, told } = open();
    const [stream, , , text] = told[0] ?? [];
    expect(stream).toBe(KEYS.frontInbox('f1'));
    expect(JSON.parse(String(text))).toEqual({ type: 'address', task: 't1', url: invitation?.url });
  });

  it('is not made for a task that no connection owns', () => {
    expect(
      invite(
        { id: 't1' },
        { redis: { xadd: vi.fn() }, socketServer: { offer: vi.fn() }, log: createLog('test', 'silent') },
      ),
    ).toBeUndefined();
  });

  it('lets a front that comes early wait until there is a run', () => {
    const { invitation, come } = open();
    const socket = come();
    const received: unknown[] = [];
    expect(socket.calls).toEqual(['pause']);
    invitation?.receive((front) => received.push(front), vi.fn());
    expect(received).toEqual([socket]);
    expect(socket.calls).toEqual(['pause', 'resume']);
  });

  it('receives a front that comes when the run is there', () => {
    const { invitation, come } = open();
    const received: unknown[] = [];
    invitation?.receive((front) => received.push(front), vi.fn());
    expect(received).toEqual([come()]);
  });

  it('says that nobody came, before or after there is a run', () => {
    for (const isEarly of [true, false]) {
      const { invitation, isOpen } = open();
      const onMissed = vi.fn();
      if (isEarly) invitation?.receive(vi.fn(), onMissed);
      vi.advanceTimersByTime(QUEUE_LIMITS.frontArrivalSeconds * 1000);
      if (!isEarly) invitation?.receive(vi.fn(), onMissed);
      expect(onMissed).toHaveBeenCalledOnce();
      expect(isOpen()).toBe(false);
    }
  });

  it('misses nobody who came in time', () => {
    const { invitation, come } = open();
    const onMissed = vi.fn();
    invitation?.receive(vi.fn(), onMissed);
    come();
    vi.advanceTimersByTime(QUEUE_LIMITS.frontArrivalSeconds * 1000);
    expect(onMissed).not.toHaveBeenCalled();
  });

  it('sends whoever comes away when there will be no run', () => {
    const { invitation, come } = open();
    invitation?.refuse();
    expect(come().calls).toContain('close');
  });

  it('ends a connection that fails', () => {
    const socket = open().come();
    socket.emit('error', new Error('reset'));
    expect(socket.calls).toContain('terminate');
  });
});
