/**
 * Funcs that the product serves itself (docs/periodic.md, 10): nobody outside can serve, drop or remove them. Those of
 * its housekeeping cannot be submitted from outside either: to overwrite a pending job would be to remove it.
 */
const SERVED_PREFIX = 'asy.';
const HOUSEKEEPING_PREFIX = 'asyground.';

export function isReserved(func: string): boolean {
  return func.startsWith(SERVED_PREFIX) || func.startsWith(HOUSEKEEPING_PREFIX);
}

export function isHousekeeping(func: string): boolean {
  return func.startsWith(HOUSEKEEPING_PREFIX);
}
