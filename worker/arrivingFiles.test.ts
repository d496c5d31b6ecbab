import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { encodeSentFiles } from '@/core/wire/sentFiles';
import { ArrivingFiles } from './arrivingFiles';

const FILES = new Map([['data.csv', new Uint8Array([1, 2, 3])]]);
const SENT = Buffer.concat(encodeSentFiles(FILES));

function expectFiles() {
  const arriving = new ArrivingFiles(SENT.length);
  const onLost = vi.fn();
  arriving.onLost = onLost;
  return { arriving, onLost };
}

describe('large files of a task', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('are put together from their pieces', async () => {
    const { arriving, onLost } = expectFiles();
    for (const byte of SENT) arriving.take(Uint8Array.of(byte));
    arriving.giveUp();
    expect([...(await arriving.files)].map(([name, bytes]) => [name, ...bytes])).toEqual([['data.csv', 1, 2, 3]]);
    expect(onLost).not.toHaveBeenCalled();
  });

  it('of which there are none are not waited for', async () => {
    expect((await new ArrivingFiles(0).files).size).toBe(0);
  });

  it.each([
    ['whose front left', (arriving: ArrivingFiles) => arriving.giveUp()],
    ['that do not come', () => void vi.advanceTimersByTime(60_000)],
    ['that are too many', (arriving: ArrivingFiles) => arriving.take(Buffer.concat([SENT, SENT]))],
    ['that are something else', (arriving: ArrivingFiles) => arriving.take(new Uint8Array(SENT.length))],
  ])('%s stop the task, once', async (_, happen) => {
    const { arriving, onLost } = expectFiles();
    happen(arriving);
    arriving.giveUp();
    arriving.take(SENT);
    expect((await arriving.files).size).toBe(0);
    expect(onLost).toHaveBeenCalledTimes(1);
  });
});
