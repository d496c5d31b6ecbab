import { describe, expect, it } from 'vitest';
import { Room } from './room';

const info = (used: number, most: number) => `# Memory\r\nused_memory:${used}\r\nmaxmemory:${most}\r\n`;

describe('room for jobs', () => {
  it('is there until it is measured, and without a limit always', async () => {
    const room = new Room(async () => info(9e9, 0));
    expect(room.take(1e12)).toBe(true);
    await room.measure();
    expect(room.take(1e12)).toBe(true);
  });

  it('ends before the memory does, counting what is taken between two measurements', async () => {
    let used = 700_000;
    const room = new Room(async () => info(used, 1_000_000));
    await room.measure();
    expect(room.take(90_000)).toBe(true);
    expect(room.take(90_000)).toBe(false);
    expect(room.take(100)).toBe(true);
    used = 799_900;
    await room.measure();
    expect(room.take(0)).toBe(false);
  });
});
