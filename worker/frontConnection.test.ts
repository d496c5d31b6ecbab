import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { WebSocket } from 'ws';
import { STREAM_LIMITS } from '@/core/limits';
import { decodeFromBackend } from '@/core/wire/wire';
import { FrontConnection, type FrontConnectionOptions } from './frontConnection';
import { Spool } from './spool';
import { FakeSocket } from './testing/fakeWorld';

const MIB = 2 ** 20;
const result = (fill: number, bytes = 4 * MIB) =>
  ({ type: 'result', format: 'svg', bytes: new Uint8Array(bytes).fill(fill) }) as const;

let folder: string;
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  folder = mkdtempSync(path.join(tmpdir(), 'asyground-spool-'));
});
afterEach(() => {
  vi.useRealTimers();
  rmSync(folder, { recursive: true });
});

function connected(options: Partial<FrontConnectionOptions> = {}) {
  const unsent = { bytes: 0 };
  const onUnread = vi.fn();
  const line = new FrontConnection({ earlier: {}, toolchain: 't', unsent, patienceSeconds: 30, onUnread, ...options });
  const socket = new FakeSocket();
  socket.isReading = false;
  line.open(socket as unknown as WebSocket);
  return { line, socket, unsent, onUnread };
}

const settled = async (promise: Promise<void>) => {
  let isDone = false;
  void promise.then(() => (isDone = true));
  await vi.advanceTimersByTimeAsync(0);
  return isDone;
};

function readAll(socket: FakeSocket): void {
  while (socket.unread.length > 0) socket.unread.shift()?.();
}

describe('the connection to a front', () => {
  it('is cut when nothing more will come, so that the front does not wait for it', () => {
    const { line, socket, unsent } = connected();
    void line.send(result(1));
    line.close();
    expect([socket.isOpen, unsent.bytes]).toEqual([false, 0]);
  });
});

describe('the connection to a front that does not read', () => {
  it('makes a shell wait, and hands little to the socket', async () => {
    const { line, socket, unsent } = connected();
    const sending = line.send(result(1));
    expect(await settled(sending)).toBe(false);
    const inSocket = socket.sent.reduce((sum, { length }) => sum + length, 0);
    expect(inSocket).toBeLessThanOrEqual(STREAM_LIMITS.pauseBytes + STREAM_LIMITS.pieceBytes);
    readAll(socket);
    expect(await settled(sending)).toBe(true);
    expect(unsent.bytes).toBe(0);
    const told = decodeFromBackend(Buffer.concat(socket.sent));
    expect(told?.type === 'result' && Buffer.alloc(4 * MIB, 1).equals(told.bytes)).toBe(true);
  });

  it('keeps the results of a render on disk, whole and in order', async () => {
    const spool = new Spool(folder, 64 * MIB);
    const { line, socket, unsent } = connected({ spool });
    for (const fill of [1, 2, 3]) expect(await settled(line.send(result(fill)))).toBe(true);
    expect(unsent.bytes).toBeLessThanOrEqual(STREAM_LIMITS.pauseBytes + STREAM_LIMITS.pieceBytes);
    expect(spool.bytes).toBeGreaterThan(10 * MIB);
    // What is in memory does not keep a whole result there.
    for (const piece of socket.sent) expect(piece.buffer.byteLength).toBeLessThanOrEqual(STREAM_LIMITS.pieceBytes);
    line.end();
    readAll(socket);
    // Each of them follows a head, which begins with the byte of its kind.
    const whole = Buffer.concat(socket.sent);
    const places = [1, 2, 3].map((fill) => whole.indexOf(Buffer.alloc(4 * MIB, fill)));
    expect(places.every((place, i) => place > (places[i - 1] ?? 0))).toBe(true);
    expect(socket.isOpen).toBe(false);
    expect([spool.bytes, unsent.bytes]).toEqual([0, 0]);
  });

  it('gives up the one that has waited longest when the disk is needed', async () => {
    const spool = new Spool(folder, 8 * MIB);
    const [old, other] = [connected({ spool }), connected({ spool })];
    await old.line.send(result(1, 6 * MIB));
    await other.line.send(result(2, 6 * MIB));
    expect(old.onUnread).toHaveBeenCalledTimes(1);
    expect([old.socket.isOpen, other.socket.isOpen]).toEqual([false, true]);
    expect(spool.bytes).toBeLessThanOrEqual(8 * MIB);
  });

  it('gives up after a time, and lets go of everything', async () => {
    const spool = new Spool(folder, 64 * MIB);
    for (const options of [{}, { spool }]) {
      const { line, socket, unsent, onUnread } = connected(options);
      const sending = line.send(result(1));
      line.end();
      await vi.advanceTimersByTimeAsync(30_000);
      expect(onUnread).toHaveBeenCalledTimes(1);
      expect(socket.isOpen).toBe(false);
      expect(await settled(sending)).toBe(true);
      expect([unsent.bytes, spool.bytes]).toEqual([0, 0]);
    }
  });

  it('lets a stopped task go on', async () => {
    const { line } = connected();
    const sending = line.send(result(1));
    line.release();
    expect(await settled(sending)).toBe(true);
  });
});
