import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { TaskEvent } from '@/core/taskEvent';
import { decodeEntry, encodeEntry, entryOf, replay, type CacheEntry } from './entry';

const bytes = (text: string) => Buffer.from(text);
const output = (text: string, stream: 'stdout' | 'stderr' = 'stdout'): TaskEvent => ({
  type: 'output',
  stream,
  bytes: bytes(text),
});
const objects = { leftOut: 0, width: 20, height: 10, boxes: [1, 5, 0, 0, 20, 10] };
const picture: TaskEvent = { type: 'result', format: 'svg', bytes: bytes('<svg/>'), timings: { asy: 40 }, objects };

/** docs/render-api.md, 12 and 13 */
describe('what is kept of a run', () => {
  it('is replayed as the run sent it, but for its times', () => {
    const heard: TaskEvent[] = [
      { type: 'queue', estimateSeconds: 1 },
      { type: 'started' },
      output('one'),
      output('two', 'stderr'),
      picture,
    ];
    const entry = entryOf(heard, { kind: 'success' });
    expect(entry && replay(entry, 3.2)).toEqual([
      { type: 'started' },
      output('one'),
      output('two', 'stderr'),
      { ...picture, timings: { cache: 3 } },
      { type: 'ended', outcome: { kind: 'success' }, timings: { cache: 3 } },
    ]);
  });

  it('is nothing of a run that was stopped, by a limit or from outside', () => {
    expect(entryOf([], { kind: 'time-limit', durationSeconds: 3 })).toBeUndefined();
    expect(entryOf([], { kind: 'memory-limit', maxMemoryBytes: 1 })).toBeUndefined();
    expect(entryOf([], { kind: 'halted' })).toBeUndefined();
    expect(entryOf([], { kind: 'server-error' })).toBeUndefined();
    expect(entryOf([output('half a li')], { kind: 'failed' })).toBeUndefined();
    expect(entryOf([output('main.asy: 1.1: syntax error\n')], { kind: 'failed' })).toBeDefined();
    expect(entryOf([output('! Undefined control sequence.\n')], { kind: 'failed' })).toBeDefined();
    expect(entryOf([], { kind: 'no-image' })).toBeDefined();
  });

  it('is nothing of a run that is too large', () => {
    const huge: TaskEvent = { type: 'result', format: 'png', bytes: Buffer.alloc(9 * 2 ** 20) };
    expect(entryOf([huge], { kind: 'success' })).toBeUndefined();
  });

  it('comes back from bytes, and nothing comes from other bytes', () => {
    const entry = entryOf([output('said'), picture], { kind: 'success' }) as CacheEntry;
    const encoded = encodeEntry(entry);
    expect(decodeEntry(encoded)).toEqual(entry);
    expect(decodeEntry(encoded.subarray(0, -1))).toBeUndefined();
    fc.assert(fc.property(fc.uint8Array(), (some) => decodeEntry(Buffer.from(some)) === undefined));
  });
});
