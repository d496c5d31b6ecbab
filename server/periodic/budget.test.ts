import { describe, expect, it } from 'vitest';
import { Budget } from './budget';

describe('a budget', () => {
  it('refuses more to whoever keeps much when all is given out, and to nobody else', () => {
    const budget = new Budget(100, 10);
    const [one, other, small] = [{}, {}, {}];
    expect(budget.account(one, 60)).toBe(true);
    expect(budget.account(other, 40)).toBe(true);
    expect(budget.account(other, 41)).toBe(false);
    expect(budget.account(small, 10)).toBe(true);
    expect(budget.account(one, 50)).toBe(true);
    expect(budget.account(other, 0)).toBe(true);
    expect(budget.account(one, 90)).toBe(true);
  });
});
