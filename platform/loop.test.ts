import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createLog } from './log';
import { Loop } from './loop';

describe('a loop', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());
  const lines: { msg: string; err?: { stack?: string } }[] = [];
  const log = createLog('test', 'warn', { write: (line) => void lines.push(JSON.parse(line)) });

  it('never runs twice at a time, and its stop waits for the run under way', async () => {
    let runs = 0;
    let finish: () => void = () => undefined;
    const loop = new Loop({
      what: 'counting',
      everyMs: 100,
      runOnce: () => new Promise<void>((resolve) => ((runs += 1), (finish = resolve))),
      log,
    });
    loop.start();
    await vi.advanceTimersByTimeAsync(350);
    expect(runs).toBe(1);
    let isStopped = false;
    const stopped = loop.stop().then(() => (isStopped = true));
    await vi.advanceTimersByTimeAsync(100);
    expect(isStopped).toBe(false);
    finish();
    await stopped;
    await vi.advanceTimersByTimeAsync(500);
    expect(runs).toBe(1);
  });

  it('goes on after a failure, which is logged with its stack', async () => {
    let runs = 0;
    const fail = () => {
      runs += 1;
      throw new Error('why');
    };
    const loop = new Loop({ what: 'counting', everyMs: 100, runOnce: fail, log });
    loop.start();
    await vi.advanceTimersByTimeAsync(200);
    await loop.stop();
    expect(runs).toBe(2);
    expect(lines[0]?.msg).toBe('counting failed');
    expect(lines[0]?.err?.stack).toContain('loop.test');
  });
});
