import { EventEmitter } from 'node:events';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { WebSocket } from 'ws';
import { STREAM_LIMITS } from '@/core/limits';
import { HeldBytes } from '../heldBytes';
import { Outgoing } from './outgoing';

const MIB = 2 ** 20;

class FakeSocket extends EventEmitter {
  readonly sent: { data: string | Uint8Array; fin: boolean }[] = [];
  readonly unread: (() => void)[] = [];
  closed: number | undefined;
  send(data: string | Uint8Array, { fin }: { fin: boolean }, done: () => void): void {
    this.sent.push({ data, fin });
    this.unread.push(done);
  }
  close(code: number): void {
    this.closed = code;
  }
  read(pieces = Number.POSITIVE_INFINITY): void {
    for (let i = 0; i < pieces && this.unread.length > 0; i += 1) this.unread.shift()?.();
  }
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function open() {
  const socket = new FakeSocket();
  const held = new HeldBytes(STREAM_LIMITS.maxHeldBytes);
  const [onFull, onDrained, onUnread, onEnd] = [vi.fn(), vi.fn(), vi.fn(), vi.fn()];
  const holder = held.open('a', onEnd);
  const options = { unreadSeconds: 20, onFull, onDrained, onUnread, holder };
  return { socket, held, ...options, outgoing: new Outgoing(socket as unknown as WebSocket, options) };
}

describe('what a client is sent', () => {
  it('goes out in fragments as it reads, in order, and then comes the close', () => {
    const { outgoing, socket, held, onFull, onDrained } = open();
    outgoing.send('result {}', new Uint8Array(2 * MIB));
    outgoing.send('complete {}', undefined);
    outgoing.close(1000);
    expect(socket.sent.length).toBeLessThan(5);
    expect([onFull, onDrained].map(({ mock }) => mock.calls.length)).toEqual([1, 0]);
    expect(held.bytes).toBe(2 * MIB);
    expect(socket.closed).toBeUndefined();
    socket.read();
    expect(socket.sent.map(({ fin }) => fin)).toEqual([true, ...Array<boolean>(7).fill(false), true, true]);
    expect([socket.sent[0]?.data, socket.sent.at(-1)?.data]).toEqual(['result {}', 'complete {}']);
    expect([onFull, onDrained].map(({ mock }) => mock.calls.length)).toEqual([1, 1]);
    expect([held.bytes, socket.closed]).toEqual([0, 1000]);
  });

  it('is not waited for when it is not read, but a slow reader has all the time it needs', () => {
    const slow = open();
    slow.outgoing.send('result {}', new Uint8Array(4 * MIB));
    for (let i = 0; i < 17; i += 1) {
      vi.advanceTimersByTime(19_000);
      slow.socket.read(1);
    }
    vi.advanceTimersByTime(60_000);
    expect(slow.onUnread).not.toHaveBeenCalled();
    const stuck = open();
    stuck.outgoing.send('output {}', new Uint8Array(1));
    vi.advanceTimersByTime(20_000);
    expect(stuck.onUnread).toHaveBeenCalledTimes(1);
  });

  it('is forgotten with its socket', () => {
    const { outgoing, socket, held, onUnread } = open();
    outgoing.send('result {}', new Uint8Array(4 * MIB));
    socket.emit('close');
    expect(held.bytes).toBe(0);
    vi.advanceTimersByTime(60_000);
    expect(onUnread).not.toHaveBeenCalled();
  });
});
