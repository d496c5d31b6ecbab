import { SHELL_PLACES } from '@/core/limits';
import { CHECK_SLOTS, MAX_SLOTS } from '../jail/keeper/protocol';

/**
 * How the slots of a worker are shared out: first the tasks, then jails that wait, and one that is for repetitions only.
 * What is left may be places for shells.
 */

export interface SlotPlan {
  /** Without those of the places for shells. */
  readonly total: number;
  /** Never lent to anything but a task. */
  readonly reserved: number;
  readonly warm: number;
  /** Beside the backends, each with a slot of its own. */
  readonly shellPlaces: number;
}

/** So that the next task need not wait until the last jail has been thrown away. */
const SLOTS_PER_BACKEND = 2;
const REPETITIONS = 1;
/** Measured (docs/speed.md): asy 24, TeX 32, dvisvgm 4, modules up to 30, and some room. */
export const WARM_JAIL_MEGABYTES = 100;

export function slotPlan(backendCount: number, warmMegabytes: number, wantedPlaces: number): SlotPlan {
  const available = MAX_SLOTS - CHECK_SLOTS;
  const reserved = Math.min(available - REPETITIONS, backendCount * SLOTS_PER_BACKEND);
  const wanted = backendCount * Math.floor(warmMegabytes / WARM_JAIL_MEGABYTES);
  const warm = Math.max(0, Math.min(wanted, available - reserved - REPETITIONS));
  const total = reserved + warm + REPETITIONS;
  return { total, reserved, warm, shellPlaces: Math.min(wantedPlaces, available - total) };
}

/** Few enough that all of them together do not fill half of the memory, however much some of them need. */
export function defaultShellPlaces(backendCount: number, memoryBytes: number): number {
  const { placesPerBackend, bytesOfPlace, shareOfMemory } = SHELL_PLACES;
  return Math.min(backendCount * placesPerBackend, Math.floor((memoryBytes * shareOfMemory) / bytesOfPlace));
}
