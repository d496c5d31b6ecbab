import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { SHELL_LIMITS } from '@/core/limits';
import type { WorkFolder } from '../jail/workFolder';
import { ShellPictures } from './shellPictures';

/** With a folder whose only picture is new with each look. */

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }));
afterEach(() => void vi.useRealTimers());

function open(picture = Buffer.from('<svg></svg>')) {
  let looks = 0;
  const folder = {
    names: () => {
      looks += 1;
      return ['out.svg'];
    },
    stat: () => ({ size: picture.length, mtimeMs: looks }),
    read: (_name: string, max: number, from = 0) => picture.subarray(from, from + max),
  };
  const [send, onLimit, remark] = [vi.fn(async () => undefined), vi.fn(), vi.fn()];
  let work = Promise.resolve();
  const pictures = new ShellPictures({
    ...{ folder: folder as unknown as WorkFolder, stem: 'out', before: new Map(), send, onLimit, remark },
    enqueue: (step) => void (work = work.then(step)),
  });
  return { pictures, send, onLimit, looks: () => looks };
}

describe('the pictures of a shell', () => {
  it('are looked at once for many prompts, and once more for the last of them', async () => {
    const { pictures, looks } = open();
    for (let i = 0; i < 1000; i += 1) await pictures.lookSoon();
    expect(looks()).toBe(1);
    await vi.advanceTimersByTimeAsync(SHELL_LIMITS.lookMs);
    expect(looks()).toBe(2);
    await vi.advanceTimersByTimeAsync(10 * SHELL_LIMITS.lookMs);
    expect(looks()).toBe(2);
  });

  it('are limited in all', async () => {
    const { pictures, send, onLimit } = open(Buffer.concat([Buffer.alloc(20 * 2 ** 20), Buffer.from('</svg>')]));
    for (let i = 0; i < 20; i += 1) {
      await pictures.lookSoon();
      await vi.advanceTimersByTimeAsync(SHELL_LIMITS.lookMs);
    }
    expect(onLimit).toHaveBeenCalledExactlyOnceWith(SHELL_LIMITS.maxResultsBytes);
    expect(send).toHaveBeenCalledTimes(12);
  });
});
