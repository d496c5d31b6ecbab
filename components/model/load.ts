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
