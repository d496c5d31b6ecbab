import { z } from 'zod';
import type { Load } from '@/core/page';

/** How busy the server says it is. */

const loadSchema = z.object({ backends: z.number(), busy: z.number(), tasks: z.number() });

export function parseLoad(value: unknown): Load | undefined {
  return loadSchema.safeParse(value).data;
}

/** Somebody waits. Without any backend nothing is gained by holding back: then the refusal says more. */
export function isUnderLoad(load: Load | undefined): boolean {
  return load !== undefined && load.backends > 0 && load.tasks > load.backends;
}

/** Others draw, too, on half of the backends or more. One task may be one's own. */
export function isShared(load: Load | undefined): boolean {
  return load !== undefined && 2 * (load.tasks - 1) >= load.backends;
}
