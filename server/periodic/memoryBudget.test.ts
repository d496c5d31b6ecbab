import { describe, expect, it } from 'vitest';
import { MemoryBudget } from './memoryBudget';

const info = (used: number, most: number) => `# Memory\r\nused_memory:${used}\r\nmaxmemory:${most}\r\n`;

describe('budget for jobs', () => {
  it('is there until it is measured, and without a limit always', async () => {
    const budget = new MemoryBudget(async () => info(9e9, 0));
    expect(budget.take(1e12)).toBe(true);
    await budget.measure();
    expect(budget.take(1e12)).toBe(true);
  });

  it('ends before the memory does, counting what is taken between two measurements', async () => {
    let used = 700_000;
    const budget = new MemoryBudget(async () => info(used, 1_000_000));
    await budget.measure();
    expect(budget.take(70_000)).toBe(true);
    // It would fit as it is, but not as Redis allocates it.
    expect(budget.take(10_500)).toBe(false);
    expect(budget.take(100)).toBe(true);
    used = 799_900;
    await budget.measure();
    expect(budget.take(0)).toBe(false);
  });

  it('remembers what was taken while it was measured', async () => {
    const budget = new MemoryBudget(async () => info(700_000, 1_000_000));
    await budget.measure();
    const measured = budget.measure();
    expect(budget.take(70_000)).toBe(true);
    await measured;
    expect(budget.take(70_000)).toBe(false);
  });
});
