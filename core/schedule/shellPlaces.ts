/**
 * Places for shells (docs/queue.md, 6): a worker has some beside its backends, since a shell mostly waits for the person.
 * Each is named like a backend and gets permits like one, but no task other than a shell, and it is none of the F. So
 * nobody who waits for a backend would get one by its end, and a shell in such a place is halted for nobody.
 */
import type { Schedule } from './schedule';

const MARK = '.shell';

export function shellPlaceId(worker: string, index: number): string {
  return `${worker}${MARK}${index}`;
}

export function isShellPlace(backend: string): boolean {
  return backend.includes(MARK);
}

/** Where it stands while nothing runs in it. */
export function freeLike(schedule: Pick<Schedule, 'free' | 'freePlaces'>, backend: string): Set<string> {
  return isShellPlace(backend) ? schedule.freePlaces : schedule.free;
}

export function countPlaces({ backends }: Pick<Schedule, 'backends'>): number {
  let count = 0;
  for (const [id, { draining }] of backends) if (isShellPlace(id) && !draining) count += 1;
  return count;
}
