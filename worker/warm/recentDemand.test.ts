import { describe, expect, it } from 'vitest';
import { RecentDemand } from './recentDemand';

describe('recent demand for warm jails', () => {
  it('lets somebody who is alone have as many at a time as there are', () => {
    const demand = new RecentDemand();
    for (let i = 0; i < 50; i += 1) expect(demand.burdensOthers('a', (i % 3) + 1, i)).toBe(false);
  });

  it('calls several at a time a burden to those who have one after another, however often', () => {
    const demand = new RecentDemand();
    for (let i = 0; i < 10; i += 1) expect(demand.burdensOthers('person', 1, i)).toBe(false);
    expect(demand.burdensOthers('flood', 1, 20)).toBe(false);
    expect(demand.burdensOthers('flood', 2, 21)).toBe(true);
    expect(demand.burdensOthers('person', 1, 22)).toBe(false);
    expect(demand.burdensOthers('flood', 3, 2500)).toBe(true);
  });

  it('forgets who has been quiet', () => {
    const demand = new RecentDemand();
    demand.burdensOthers('person', 1, 0);
    expect(demand.burdensOthers('flood', 2, 2500)).toBe(true);
    expect(demand.burdensOthers('flood', 2, 10_000)).toBe(false);
  });

  it('calls nobody a burden among equals', () => {
    const demand = new RecentDemand();
    demand.burdensOthers('a', 2, 0);
    for (let i = 0; i < 20; i += 1)
      expect([demand.burdensOthers('a', 2, i), demand.burdensOthers('b', 2, i)]).toEqual([false, false]);
  });
});
