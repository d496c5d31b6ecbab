import { describe, expect, it } from 'vitest';
import { bestIndex, ModuleDemand } from './moduleDemand';

const HOUR_MS = 3_600_000;

describe('what the next jail reads ahead', () => {
  it('is nothing while nobody has asked', () => {
    expect(new ModuleDemand().next([], 4, 0)).toEqual([]);
    expect(new ModuleDemand().isUnmet([], 0)).toBe(false);
  });

  it('is what the one who types imports', () => {
    const demand = new ModuleDemand();
    demand.note('a', ['graph'], 0);
    expect(demand.isUnmet([[]], 1)).toBe(true);
    expect(demand.next([[]], 4, 1)).toEqual(['graph']);
    expect(demand.isUnmet([[], ['graph', 'math']], 1)).toBe(false);
  });

  it('is shared out among those who were here, each of whom counts once', () => {
    const demand = new ModuleDemand();
    for (let i = 0; i < 50; i += 1) demand.note('a', ['three'], i);
    demand.note('b', ['graph'], 50);
    demand.note('c', ['graph'], 50);
    demand.note('d', [], 50);
    const waiting: (readonly string[])[] = [];
    for (let i = 0; i < 8; i += 1) waiting.push(demand.next(waiting, 8, 51));
    expect(waiting.map((modules) => modules.join()).sort()).toEqual([
      ...['', '', 'graph', 'graph', 'graph', 'graph', 'three', 'three'],
    ]);
  });

  it('is for those who come, and only else for those who were here long ago', () => {
    const demand = new ModuleDemand();
    demand.note('a', ['three'], 0);
    expect(demand.isUnmet([], HOUR_MS)).toBe(false);
    expect(demand.next([], 4, HOUR_MS)).toEqual(['three']);
    demand.note('b', ['graph'], HOUR_MS);
    expect(demand.next([['graph'], ['graph']], 4, HOUR_MS)).toEqual(['graph']);
  });
});

describe('the jail that suits best', () => {
  it.each([
    [[], ['graph'], -1],
    [[[], ['graph'], []], ['graph'], 1],
    [[['graph', 'three'], ['graph']], ['graph'], 1],
    [[['three'], []], ['graph'], 1],
    [[['graph', 'three'], []], [], 1],
    [[['three']], [], 0],
    [[['graph'], ['graph', 'math']], ['graph', 'math'], 1],
  ])('of %j for %j is %i', (waiting, modules, index) => {
    expect(bestIndex(waiting, modules)).toBe(index);
  });
});
