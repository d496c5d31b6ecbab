import { describe, expect, it, vi } from 'vitest';
import { HeldBytes } from './heldBytes';

describe('bytes that are held for clients', () => {
  it('end the largest of the address that holds most, whoever came last', () => {
    const held = new HeldBytes(100);
    const [large, small, other] = [vi.fn(), vi.fn(), vi.fn()];
    held.open('greedy', large).add(new Uint8Array(50));
    held.open('greedy', small).add(new Uint8Array(20));
    held.open('modest', other).add(new Uint8Array(40));
    expect([large, small, other].map(({ mock }) => mock.calls.length)).toEqual([1, 0, 0]);
    expect(held.bytes).toBe(60);
  });

  it('count once for those who share them', () => {
    const held = new HeldBytes(100);
    const end = vi.fn();
    const shared = new Uint8Array(80);
    const holders = Array.from({ length: 4 }, () => held.open('a', end));
    for (const holder of holders) holder.add(shared);
    expect(held.bytes).toBe(80);
    for (const holder of holders) holder.remove(shared);
    expect(held.bytes).toBe(0);
    expect(end).not.toHaveBeenCalled();
  });

  it('end one that is too much by itself, and forget those who leave', () => {
    const held = new HeldBytes(10);
    const end = vi.fn();
    const holder = held.open('a', end);
    holder.add(new Uint8Array(11));
    holder.add(new Uint8Array(11));
    expect(end).toHaveBeenCalledTimes(1);
    const leaving = held.open('a', end);
    leaving.add(new Uint8Array(9));
    leaving.close();
    expect(held.bytes).toBe(0);
  });
});
