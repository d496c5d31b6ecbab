import { z } from 'zod';
import { failure } from '@/core/errors';
import { RENDER_LIMITS } from '@/core/render/limits';
import { parseArgs, type Parsed } from './args';
import type { Features } from './draft';
import { RENDER_FORMATS, TEX_ENGINES, VERBOSITIES, type SubmissionOptions } from './submission';

/**
 * What `options` does to the options so far, in either stage (docs/asyonline.md, 8 and 9). The class a duration
 * belongs to is the scheduler's matter; here it is only clamped to the largest level.
 */

const RENDER_RANGE = `a number of pixels from 0 to ${RENDER_LIMITS.maxRender}`;

const optionsSchema = z.object({
  duration: z.number({ error: 'a finite number of seconds' }).optional(),
  format: z.enum(RENDER_FORMATS, { error: `one of ${RENDER_FORMATS.join(', ')}` }).optional(),
  stderrRedir: z.boolean({ error: 'true or false' }).optional(),
  verbosity: z.literal(VERBOSITIES, { error: `one of ${VERBOSITIES.join(', ')}` }).optional(),
  engine: z.enum(TEX_ENGINES, { error: `one of ${TEX_ENGINES.join(', ')}` }).optional(),
  objects: z.boolean({ error: 'true or false' }).optional(),
  render: z
    .number({ error: RENDER_RANGE })
    .min(0, { error: RENDER_RANGE })
    .max(RENDER_LIMITS.maxRender, { error: RENDER_RANGE })
    .optional(),
});

export type OptionsArgs = Readonly<z.infer<typeof optionsSchema>>;

export function parseOptions(json: string): Parsed<OptionsArgs> {
  return parseArgs('options', json, optionsSchema);
}

/** Stage 1: later options win over earlier ones, key by key. */
export function mergeOptions(
  current: SubmissionOptions,
  args: OptionsArgs,
  features: Features,
  maxDurationSeconds: number,
): Parsed<SubmissionOptions> {
  const { duration } = args;
  if (duration !== undefined && features.interactive) return denyDuration();
  if (duration !== undefined && duration <= 0) {
    return { ok: false, failure: failure('bad-option', '\'options\' expects "duration" to be greater than 0.') };
  }
  return {
    ok: true,
    value: {
      durationSeconds: duration === undefined ? current.durationSeconds : Math.min(duration, maxDurationSeconds),
      format: args.format ?? current.format,
      stderrRedir: args.stderrRedir ?? current.stderrRedir,
      verbosity: args.verbosity ?? current.verbosity,
      engine: args.engine ?? current.engine,
      objects: args.objects ?? current.objects,
      render: args.render ?? current.render,
    },
  };
}

/**
 * Stage 2: only a duration may come. The value is the new limit if it is shorter than the one in force, else
 * undefined. Zero or less is below any elapsed time, so that it asks for a stop at once.
 */
export function shortenedDuration(
  limitSeconds: number,
  args: OptionsArgs,
  features: Features,
): Parsed<number | undefined> {
  const { duration, ...others } = args;
  const other = Object.entries(others).find(([, value]) => value !== undefined);
  if (other !== undefined) {
    const text = `'options' after 'start' may only shorten "duration", not set ${JSON.stringify(other[0])}.`;
    return { ok: false, failure: failure('wrong-stage', text) };
  }
  if (duration === undefined) return { ok: true, value: undefined };
  if (features.interactive) return denyDuration();
  return { ok: true, value: duration < limitSeconds ? Math.max(duration, 0) : undefined };
}

function denyDuration(): { ok: false; failure: ReturnType<typeof failure> } {
  const text = '\'options\' may not set "duration" on an interactive connection: a shell has limits of its own.';
  return { ok: false, failure: failure('bad-option', text) };
}
