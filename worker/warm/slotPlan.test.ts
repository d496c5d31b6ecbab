import { describe, expect, it } from 'vitest';
import { CHECK_SLOTS, MAX_SLOTS } from '../jail/keeper/protocol';
import { slotPlan, WARM_JAIL_MEGABYTES } from './slotPlan';

describe('the plan of the slots', () => {
  it('gives each backend two, and as many waiting jails as the memory allows', () => {
    expect(slotPlan(2, 3 * WARM_JAIL_MEGABYTES)).toEqual({ total: 11, reserved: 4, warm: 6 });
    expect(slotPlan(1, 0)).toEqual({ total: 3, reserved: 2, warm: 0 });
  });

  it('takes from the waiting jails first when slots run out', () => {
    const available = MAX_SLOTS - CHECK_SLOTS;
    expect(slotPlan(24, 3 * WARM_JAIL_MEGABYTES)).toEqual({ total: available, reserved: 48, warm: available - 49 });
    expect(slotPlan(40, 3 * WARM_JAIL_MEGABYTES)).toEqual({ total: available, reserved: available - 1, warm: 0 });
  });
});
