import { describe, expect, it } from 'vitest';
import { CHECK_LIMITS } from '@/core/check';
import { CheckTurns } from './checkTurns';

const { maxUnderWayPerAddress, maxWaitingPerAddress } = CHECK_LIMITS;

function world() {
  const turns = new CheckTurns<string>();
  const begun: { name: string; end: () => void; go: () => void; isWithdrawn: boolean }[] = [];
  const take = (address: string, client: string, name = client) =>
    turns.take(address, client, () => {
      let end: (answer: string) => void = () => undefined;
      let go: () => void = () => undefined;
      const entry = { name, end: () => end(name), go: () => go(), isWithdrawn: false };
      begun.push(entry);
      return {
        answer: new Promise((resolve) => (end = resolve)),
        withdraw: () => {
          entry.isWithdrawn = true;
          return new Promise((resolve) => (go = resolve));
        },
      };
    });
  return { begun, take, names: () => begun.map(({ name }) => name) };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

describe('turns of checks (docs/queue.md, 17)', () => {
  it('give an address only so many places, however many its clients are', async () => {
    const { begun, take, names } = world();
    const answers = ['a', 'b', 'c', 'd'].map((client) => take('hostile', client));
    const neighbour = take('neighbour', 'n');
    expect(names()).toEqual([...['a', 'b', 'c', 'd'].slice(0, maxUnderWayPerAddress), 'n']);
    for (let i = 0; i < begun.length; i += 1) {
      begun[i]?.end();
      await settled();
    }
    expect(await Promise.all(answers)).toEqual(['a', 'b', 'c', 'd']);
    expect(await neighbour).toBe('n');
  });

  it('let the newest of a client win, and keep the place of one that is made until it is gone', async () => {
    const { begun, take, names } = world();
    const others = Array.from({ length: maxUnderWayPerAddress - 1 }, (_, i) => take('a', `other ${i}`));
    const first = take('a', 'c', 'first');
    const second = take('a', 'c', 'second');
    const third = take('a', 'c', 'third');
    expect([await first, await second]).toEqual(['superseded', 'superseded']);
    expect(names()).not.toContain('third');
    const made = begun.find(({ name }) => name === 'first');
    expect(made?.isWithdrawn).toBe(true);
    // That it ends after all gives its place back no sooner, and not twice.
    made?.end();
    await settled();
    expect(names()).not.toContain('third');
    made?.go();
    await settled();
    expect(names()).toContain('third');
    for (const { end } of begun) end();
    expect(await third).toBe('third');
    await Promise.all(others);
  });

  it('refuse more than so many that wait, and take more when there is room', async () => {
    const { begun, take } = world();
    const taken = Array.from({ length: maxUnderWayPerAddress + maxWaitingPerAddress }, (_, i) => take('a', `${i}`));
    expect(await take('a', 'late')).toBe('too many');
    begun[0]?.end();
    await taken[0];
    const again = take('a', 'again');
    for (let i = 1; i < begun.length; i += 1) {
      begun[i]?.end();
      await settled();
    }
    expect(await again).toBe('again');
  });
});
