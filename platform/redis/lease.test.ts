import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Lease } from './lease';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** Renewals are answered by hand. */
function lease(silenceMs?: number) {
  const open: { resolve: (wasHeld: boolean) => void; reject: (error: Error) => void }[] = [];
  const told: string[] = [];
  const made = new Lease({
    beatMs: 100,
    renew: () => {
      told.push('renew');
      return new Promise<boolean>((resolve, reject) => open.push({ resolve, reject }));
    },
    onLost: () => told.push('lost'),
    silenceMs,
    onSilent: () => told.push('silent'),
    onFailed: (error) => told.push(String(error)),
  });
  return { made, told, answer: () => open.shift() };
}

const settle = () => new Promise((resolve) => setImmediate(resolve));

describe('a lease', () => {
  it('is renewed with every beat, never twice at a time', async () => {
    const { made, told, answer } = lease();
    const started = made.start();
    await vi.advanceTimersByTimeAsync(350);
    expect(told).toEqual(['renew']);
    answer()?.resolve(true);
    await started;
    await vi.advanceTimersByTimeAsync(100);
    expect(told).toEqual(['renew', 'renew']);
    answer()?.resolve(true);
    await made.stop();
    await vi.advanceTimersByTimeAsync(300);
    expect(told).toEqual(['renew', 'renew']);
  });

  it('tells that it had run out, and goes on after a failure', async () => {
    const { made, told, answer } = lease();
    const started = made.start();
    answer()?.reject(new Error('away'));
    await expect(started).rejects.toThrow('away');
    await vi.advanceTimersByTimeAsync(100);
    answer()?.reject(new Error('still away'));
    await settle();
    await vi.advanceTimersByTimeAsync(100);
    answer()?.resolve(false);
    await settle();
    expect(told).toEqual(['renew', 'renew', 'Error: still away', 'renew', 'lost']);
  });

  it('tells when it was not renewed for too long, counted from when the last renewal began', async () => {
    const { made, told, answer } = lease(250);
    const started = made.start();
    await vi.advanceTimersByTimeAsync(190);
    answer()?.resolve(true);
    await started;
    await vi.advanceTimersByTimeAsync(20);
    expect(told).toEqual(['renew', 'renew']);
    await vi.advanceTimersByTimeAsync(100);
    expect(told).toEqual(['renew', 'renew', 'silent']);
  });

  it('is not given back while it is being renewed', async () => {
    const { made, told, answer } = lease();
    void made.start();
    const stopped = made.stop().then(() => told.push('stopped'));
    await settle();
    expect(told).toEqual(['renew']);
    answer()?.resolve(true);
    await stopped;
    expect(told).toEqual(['renew', 'stopped']);
  });
});
