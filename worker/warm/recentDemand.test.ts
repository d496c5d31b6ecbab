import { describe, expect, it } from 'vitest';
import { RecentDemand } from './recentDemand';

describe('recent demand for warm jails', () => {
  it('lets somebody who is alone take the last one, however often', () => {
    const demand = new RecentDemand();
    for (let i = 0; i < 50; i += 1) expect(demand.ask('a', i)).toBe(0);
  });

  it('keeps some from an address that asks far more often than others, for each of those', () => {
    const demand = new RecentDemand();
    expect(demand.ask('person', 0)).toBe(0);
    const flood = Array.from({ length: 10 }, (_, i) => demand.ask('flood', i));
    expect(flood).toEqual([0, 0, ...Array<number>(8).fill(2)]);
    expect(demand.ask('other', 20)).toBe(0);
    expect(demand.ask('flood', 20)).toBe(4);
    expect(demand.ask('person', 20)).toBe(0);
  });

  it('forgets who has been quiet', () => {
    const demand = new RecentDemand();
    demand.ask('person', 0);
    for (let i = 0; i < 10; i += 1) demand.ask('flood', i);
    expect(demand.ask('flood', 2500)).toBe(2);
    expect(demand.ask('flood', 10_000)).toBe(0);
  });

  it('keeps nobody from anything among equals', () => {
    const demand = new RecentDemand();
    for (let i = 0; i < 20; i += 1) expect([demand.ask('a', i), demand.ask('b', i)]).toEqual([0, 0]);
  });
});
