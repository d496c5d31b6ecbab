import { PassThrough } from 'node:stream';
import { expect, it, vi } from 'vitest';
import { paceStream } from './pacedStream';

it('leaves what comes too fast unread until its time, and loses none of it', async () => {
  vi.useFakeTimers();
  const stream = new PassThrough();
  const heard: string[] = [];
  paceStream(stream, (bytes) => bytes * 100);
  stream.on('data', (chunk: Buffer) => heard.push(chunk.toString()));
  stream.write('ab');
  await vi.advanceTimersByTimeAsync(0);
  stream.write('cd');
  await vi.advanceTimersByTimeAsync(199);
  expect(heard).toEqual(['ab']);
  await vi.advanceTimersByTimeAsync(1);
  expect(heard).toEqual(['ab', 'cd']);
  stream.destroy();
  await vi.advanceTimersByTimeAsync(0);
  expect(vi.getTimerCount()).toBe(0);
  vi.useRealTimers();
});
