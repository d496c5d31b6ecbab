import { z } from 'zod';
import { closest } from '@/core/closest';
import { readArguments } from '@/core/asy/arguments';
import { failure, type Failure } from '@/core/errors';
import { refusal, success, type Refused, type Result } from '@/core/result';
import {
  DEFAULT_SUBMISSION_OPTIONS,
  RENDER_FORMATS,
  TEX_ENGINES,
  VERBOSITIES,
  type SubmissionOptions,
} from '@/core/submission/submission';
import { COLOUR_NAMES, parseColour } from './colour';
import { RENDER_LIMITS } from './limits';

/**
 * The options of a render over plain HTTP (docs/render-api.md, 4), as JSON or as the words of an address. A number may
 * come as text, since in an address everything does. An unknown option is an error: a misspelt one would be ignored.
 */

/** Where each class by name stands among the levels in force, from the shortest to the longest; `default` nowhere. */
const CLASS_SHARES = { default: undefined, fast: 0, medium: 0.5, slow: 1 } as const;
export const RENDER_CLASSES = Object.keys(CLASS_SHARES) as (keyof typeof CLASS_SHARES)[];

function oneOf<T extends string>(words: readonly T[]) {
  return z.enum(words, { error: `one of ${words.join(', ')}` });
}

function numberIn(min: number, max: number, what = `a number from ${min} to ${max}`) {
  const number = z.number({ error: what }).min(min, { error: what }).max(max, { error: what });
  return z.preprocess(
    (value) => (typeof value === 'string' && value.trim() !== '' ? Number(value) : value),
    number,
  ) as z.ZodType<number>;
}

const OWN_OPTIONS =
  'a list of asy\'s own options that need neither another folder nor this machine, with "-" at most at its end';

const SCHEMAS = {
  format: oneOf(RENDER_FORMATS),
  engine: oneOf(TEX_ENGINES),
  class: oneOf(RENDER_CLASSES),
  duration: numberIn(Number.MIN_VALUE, Number.MAX_VALUE, 'a number of seconds greater than 0'),
  scale: numberIn(RENDER_LIMITS.minScale, RENDER_LIMITS.maxScale),
  background: z
    .string({ error: COLOUR_NAMES })
    .refine((text) => parseColour(text) !== undefined, { error: COLOUR_NAMES }),
  render: numberIn(-1, RENDER_LIMITS.maxRender),
  antialias: numberIn(0, RENDER_LIMITS.maxAntialias),
  verbosity: z.preprocess(Number, z.literal(VERBOSITIES, { error: `one of ${VERBOSITIES.join(', ')}` })),
  stderrRedir: z.union([z.boolean(), z.enum(['true', 'false']).transform((word) => word === 'true')], {
    error: 'true or false',
  }),
  arguments: z
    .array(z.string(), { error: OWN_OPTIONS })
    .refine((args) => readArguments(args) !== undefined, { error: OWN_OPTIONS }),
} as const;

/** What says the same as one of asy's own options. */
const SAID_BY_ASY = ['format', 'engine', 'scale', 'background', 'render', 'antialias', 'verbosity'] as const;

export const RENDER_OPTION_NAMES = Object.keys(SCHEMAS) as (keyof typeof SCHEMAS)[];
const optionsSchema = z.object(SCHEMAS).partial();

/** Formats without a size of their own: a 3D scene fills its window. */
const SCENES: readonly string[] = ['html', 'v3d'];

/** `levelSeconds`: the durations of the levels in force, ascending. */
export function parseRenderOptions(
  given: Readonly<Record<string, unknown>>,
  levelSeconds: readonly number[],
): Result<SubmissionOptions> {
  const unknown = Object.keys(given).find((name) => !Object.hasOwn(SCHEMAS, name));
  if (unknown !== undefined) return refusal(unknownOption(unknown, RENDER_OPTION_NAMES));
  // Null is the same as leaving the option out.
  const present = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null));
  const parsed = optionsSchema.safeParse(present);
  if (!parsed.success) {
    const { path, message } = parsed.error.issues[0] ?? { path: [], message: 'something else' };
    return wrong(`Option ${JSON.stringify(String(path[0]))} must be ${message}.`);
  }
  const { class: className, duration, background, ...rest } = parsed.data;
  if (className !== undefined && duration !== undefined) {
    return wrong('Give either "class" or "duration": a class is a duration by name.');
  }
  const twice = rest.arguments && SAID_BY_ASY.find((name) => parsed.data[name] !== undefined);
  if (twice !== undefined) return wrong(`Give either "arguments" or ${JSON.stringify(twice)}.`);
  if (rest.scale !== undefined && rest.format !== undefined && SCENES.includes(rest.format)) {
    return wrong(`Option "scale" is for svg, pdf, png and eps, not for ${rest.format}.`);
  }
  const seconds = className === undefined ? duration : classSeconds(className, levelSeconds);
  const options = defined({
    ...DEFAULT_SUBMISSION_OPTIONS,
    ...rest,
    durationSeconds: seconds === undefined ? undefined : Math.min(seconds, ...levelSeconds.slice(-1)),
    background: background === undefined ? undefined : parseColour(background),
  });
  return success(options);
}

function wrong(words: string): Refused {
  return refusal(failure('bad-option', words));
}

function classSeconds(name: keyof typeof CLASS_SHARES, levelSeconds: readonly number[]): number | undefined {
  const share = CLASS_SHARES[name];
  return share === undefined ? undefined : levelSeconds[Math.round(share * (levelSeconds.length - 1))];
}

/** A name may be as long as a body. */
const MAX_NAME_TOLD = 64;

export function unknownOption(name: string, known: readonly string[]): Failure {
  const near = closest(name, known);
  const hint = near === undefined ? `there are ${known.join(', ')}` : `did you mean ${JSON.stringify(near)}?`;
  return failure(
    'bad-option',
    `There is no option ${JSON.stringify(name.slice(0, MAX_NAME_TOLD))}; ${hint}.`.replace('?.', '?'),
  );
}

/** Options that are absent have no key at all, so that equal options look equal. */
function defined(options: { [Name in keyof SubmissionOptions]: SubmissionOptions[Name] | undefined }) {
  return Object.fromEntries(
    Object.entries(options).filter(([, value]) => value !== undefined),
  ) as unknown as SubmissionOptions;
}
