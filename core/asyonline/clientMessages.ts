import { z } from 'zod';
import { RENDER_FORMATS, TEX_ENGINES, VERBOSITIES } from '@/core/submission';
import { formatText, badMessage, parseArgs, splitText, unknownMessage, type Parsed } from './messages';
import type { Features } from './protocols';

/** What a client may say (docs/asyonline.md, 3, 4, 8, 10 to 12 and 23), whatever the stage. */

export type ClientMessage =
  | ({ readonly name: 'add' } & AddArgs)
  | { readonly name: 'options'; readonly options: OptionsArgs }
  | ({ readonly name: 'start' } & StartArgs)
  | ({ readonly name: 'input' } & InputArgs);

const filename = z.string({ error: 'a file name' });

/** Without `+restore` a hash is ignored, so that it may even be nonsense. */
const plainAddSchema = z.object({
  filename,
  restore: z.boolean({ error: 'true or false' }).optional(),
});

const restoreAddSchema = plainAddSchema.extend({
  hash: z
    .string({ error: 'a SHA-256 in 64 hexadecimal digits' })
    .regex(/^[0-9a-fA-F]{64}$/, { error: 'a SHA-256 in 64 hexadecimal digits' })
    .transform((hash) => hash.toLowerCase())
    .optional(),
});

const optionsSchema = z.object({
  duration: z.number({ error: 'a finite number of seconds' }).optional(),
  format: z.enum(RENDER_FORMATS, { error: `one of ${RENDER_FORMATS.join(', ')}` }).optional(),
  stderrRedir: z.boolean({ error: 'true or false' }).optional(),
  verbosity: z.literal(VERBOSITIES, { error: `one of ${VERBOSITIES.join(', ')}` }).optional(),
  engine: z.enum(TEX_ENGINES, { error: `one of ${TEX_ENGINES.join(', ')}` }).optional(),
});

const renderStartSchema = z.object({ main: z.string({ error: 'the name of an added file' }) });
const shellStartSchema = z.object({}).transform((): { main?: undefined } => ({}));

const inputSchema = z.object({ signal: z.literal('INT', { error: '"INT"' }).optional() });

export interface AddArgs {
  readonly filename: string;
  /** Lower case. */
  readonly hash?: string;
  readonly restore?: boolean;
}
export type OptionsArgs = Readonly<z.infer<typeof optionsSchema>>;
interface StartArgs {
  readonly main?: string;
}
type InputArgs = Readonly<z.infer<typeof inputSchema>>;

const RENDER_NAMES = ['add', 'options', 'start'];
const SHELL_NAMES = [...RENDER_NAMES, 'input'];

export function parseClientText(text: string, features: Features): Parsed<ClientMessage> {
  const { name, json } = splitText(text);
  switch (name) {
    case 'add': {
      const schema: z.ZodType<AddArgs> = features.restore ? restoreAddSchema : plainAddSchema;
      const args = parseArgs(name, json ?? '', schema);
      return args.ok ? { ok: true, value: { name, ...args.value } } : args;
    }
    case 'options': {
      const args = parseArgs(name, json ?? '', optionsSchema);
      return args.ok ? { ok: true, value: { name, options: args.value } } : args;
    }
    case 'start': {
      const schema: z.ZodType<StartArgs> = features.interactive ? shellStartSchema : renderStartSchema;
      const args = parseArgs(name, json || '{}', schema);
      return args.ok ? { ok: true, value: { name, main: args.value.main } } : args;
    }
    case 'input': {
      if (!features.interactive) return badMessage("'input' needs an interactive sub-protocol.");
      const args = parseArgs(name, json || '{}', inputSchema);
      return args.ok ? { ok: true, value: { name, signal: args.value.signal } } : args;
    }
    default:
      return unknownMessage(name, features.interactive ? SHELL_NAMES : RENDER_NAMES);
  }
}

/** Whether the next frame must be the bytes of this message. */
export function carriesBytes(message: ClientMessage): boolean {
  return message.name === 'input' || (message.name === 'add' && message.restore !== true);
}

interface ClientArgs {
  readonly add: AddArgs;
  readonly options: OptionsArgs;
  readonly start: StartArgs;
  readonly input: InputArgs;
}

export function formatClientText<Name extends keyof ClientArgs>(name: Name, args: ClientArgs[Name]): string {
  return formatText(name, args);
}
