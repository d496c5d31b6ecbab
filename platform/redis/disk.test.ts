import { describe, expect, it } from 'vitest';
import { Disk } from './disk';

const QUIET = 'aof_pending_bio_fsync:0\r\n';
const FLUSHING = 'aof_pending_bio_fsync:1\r\n';

describe('the disk', () => {
  it('is settled when no flush is going on, or no file is kept', async () => {
    const answers = [FLUSHING, FLUSHING, QUIET];
    const disk = new Disk(async () => answers.shift() ?? '');
    await disk.settled();
    expect(answers).toEqual([]);
    await disk.settled();
  });

  it('is looked at again for whoever comes while it is looked at', async () => {
    const looks: ((answer: string) => void)[] = [];
    const disk = new Disk(() => new Promise((resolve) => looks.push(resolve)));
    const order: string[] = [];
    const first = disk.settled().then(() => order.push('first'));
    const second = disk.settled().then(() => order.push('second'));
    looks[0]?.(QUIET);
    await first;
    expect(order).toEqual(['first']);
    looks[1]?.(QUIET);
    await second;
    expect(looks).toHaveLength(2);
  });

  it('is not settled when Redis cannot be asked', async () => {
    const disk = new Disk(() => Promise.reject(new Error('gone')));
    await expect(disk.settled()).rejects.toThrow('gone');
    await expect(disk.settled()).rejects.toThrow('gone');
  });
});
