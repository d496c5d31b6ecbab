import { CHECK_SLOTS, MAX_SLOTS } from '../jail/keeper/protocol';

/** How the slots of a worker are shared out: first the tasks, then jails that wait, and one that is for repetitions only. */

export interface SlotPlan {
  readonly total: number;
  /** Never lent to anything but a task. */
  readonly reserved: number;
  readonly warm: number;
}

/** So that the next task need not wait until the last jail has been thrown away. */
const SLOTS_PER_BACKEND = 2;
const REPETITIONS = 1;
/** Measured (docs/speed.md): asy 24, TeX 32, dvisvgm 4, modules up to 30, and some room. */
export const WARM_JAIL_MEGABYTES = 100;

export function slotPlan(backendCount: number, warmMegabytes: number): SlotPlan {
  const available = MAX_SLOTS - CHECK_SLOTS;
  const reserved = Math.min(available - REPETITIONS, backendCount * SLOTS_PER_BACKEND);
  const wanted = backendCount * Math.floor(warmMegabytes / WARM_JAIL_MEGABYTES);
  const warm = Math.max(0, Math.min(wanted, available - reserved - REPETITIONS));
  return { total: reserved + warm + REPETITIONS, reserved, warm };
}
