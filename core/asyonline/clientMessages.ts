import { z } from 'zod';
import { badMessage, parseArgs, type Parsed } from '@/core/submission/args';
import type { AddArgs, Features } from '@/core/submission/draft';
import { parseOptions, type OptionsArgs } from '@/core/submission/options';
import { formatText, splitText, unknownMessage } from './messages';

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
  encoding: z.literal('deflate', { error: '"deflate"' }).optional(),
});

const restoreAddSchema = plainAddSchema.extend({
  hash: z
    .string({ error: 'a SHA-256 in 64 hexadecimal digits' })
    .regex(/^[0-9a-fA-F]{64}$/, { error: 'a SHA-256 in 64 hexadecimal digits' })
    .transform((hash) => hash.toLowerCase())
    .optional(),
});

const renderStartSchema = z.object({ main: z.string({ error: 'the name of an added file' }) });
const shellStartSchema = z.object({}).transform((): { main?: undefined } => ({}));

const inputSchema = z.object({ signal: z.literal('INT', { error: '"INT"' }).optional() });

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
      const args = parseOptions(json ?? '');
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
