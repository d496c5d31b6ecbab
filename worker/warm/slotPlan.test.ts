import { describe, expect, it } from 'vitest';
import { CHECK_SLOTS, MAX_SLOTS } from '../jail/keeper/protocol';
import { defaultShellPlaces, slotPlan, WARM_JAIL_MEGABYTES } from './slotPlan';

describe('the places for shells', () => {
  it('are four for each backend, where half of the memory has room for them', () => {
    expect(defaultShellPlaces(3, 24 * 2 ** 30)).toBe(12);
    expect(defaultShellPlaces(3, 8 * 2 ** 30)).toBe(8);
    expect(defaultShellPlaces(3, 2 ** 29)).toBe(0);
  });
});

describe('the plan of the slots', () => {
  it('gives each backend two, and as many waiting jails as the memory allows', () => {
    expect(slotPlan(2, 3 * WARM_JAIL_MEGABYTES, 8)).toEqual({ total: 11, reserved: 4, warm: 6, shellPlaces: 8 });
    expect(slotPlan(1, 0, 0)).toEqual({ total: 3, reserved: 2, warm: 0, shellPlaces: 0 });
  });

  it('takes from the places for shells and then from the waiting jails when slots run out', () => {
    const available = MAX_SLOTS - CHECK_SLOTS;
    const warmMegabytes = 3 * WARM_JAIL_MEGABYTES;
    const all = { total: available, shellPlaces: 0 };
    expect(slotPlan(24, warmMegabytes, 8)).toEqual({ ...all, reserved: 48, warm: available - 49 });
    expect(slotPlan(40, warmMegabytes, 8)).toEqual({ ...all, reserved: available - 1, warm: 0 });
    expect(slotPlan(12, warmMegabytes, 8)).toMatchObject({ total: 61, shellPlaces: 1 });
  });
});
