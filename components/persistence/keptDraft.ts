import { z } from 'zod';
import { TEX_ENGINES } from '@/core/submission/submission';
import type { Draft } from '@/components/model/draft';

/** A draft as this browser keeps it: the bytes as they are, and when that was. */
export interface KeptDraft extends Draft {
  /** Milliseconds since 1970. */
  readonly savedAt: number;
}

const keptDraftSchema: z.ZodType<KeptDraft> = z
  .object({
    id: z.string(),
    savedAt: z.number(),
    files: z.array(z.object({ name: z.string(), contents: z.union([z.string(), z.instanceof(Uint8Array)]) })).min(1),
    main: z.string(),
    active: z.string(),
    name: z.string().optional(),
    engine: z.enum(TEX_ENGINES).optional().catch(undefined),
  })
  .refine(({ files, main, active }) => [main, active].every((name) => files.some((file) => file.name === name)));

/** Undefined where there is nothing, or nothing that can be opened. */
export function asKeptDraft(record: unknown): KeptDraft | undefined {
  return keptDraftSchema.safeParse(record).data;
}

export function draftOfKept({ savedAt: _, ...draft }: KeptDraft): Draft {
  return draft;
}
