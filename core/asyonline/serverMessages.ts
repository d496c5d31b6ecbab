import { z } from 'zod';
import { drawnObjectsSchema } from '@/core/drawnObjects';
import { timingsSchema } from '@/core/wire/wire';
import { badMessage, parseArgs, parseList, type Parsed } from '@/core/submission/args';
import { formatText, splitText, unknownMessage } from './messages';

/** What the server may say (docs/asyonline.md, 3, 13 and 15 to 20). A client reads it with the same schemas. */

const denySchema = z.object({ error: z.string({ error: 'a text' }) });

const missingSchema = z.array(
  z.object({ filename: z.string({ error: 'a file name' }), hash: z.string({ error: 'a hash' }) }),
);

const queueSchema = z.object({
  /** Seconds. */
  estimate: z.number({ error: 'a number of seconds' }),
  /** 1 is the next to start. */
  position: z.number({ error: 'a number' }).optional(),
  /** Seconds that nineteen waits of twenty reach. */
  lower: z.number({ error: 'a number of seconds' }).optional(),
  /** Seconds that nine waits of ten do not exceed. */
  upper: z.number({ error: 'a number of seconds' }).optional(),
  /** It waits behind others of its own client, and the position is the one among these (docs/queue.md, 9). */
  rough: z.boolean({ error: 'true or false' }).optional(),
});

const resultSchema = z.object({
  /** The real format, which may be none of those one can ask for. */
  format: z.string({ error: 'a format' }),
  filename: z.string({ error: 'a file name' }).optional(),
  /** Where the time went: milliseconds by stage (docs/speed.md); not with the pictures of a shell. */
  timings: timingsSchema.optional(),
  /** Which line of the main file drew what, if the options asked for it. */
  objects: drawnObjectsSchema.optional(),
});

const outputSchema = z.object({
  stream: z.enum(['stdout', 'stderr'], { error: '"stdout" or "stderr"' }),
  /** With an empty output: this shell may have to give up its place soon. */
  warning: z.enum(['busy', 'draining'], { error: '"busy" or "draining"' }).optional(),
});

const completeSchema = z.object({ error: z.string({ error: 'a text' }).optional() });

type MissingArgs = Readonly<z.infer<typeof missingSchema>>;
export type QueueArgs = Readonly<z.infer<typeof queueSchema>>;
export type ResultArgs = Readonly<z.infer<typeof resultSchema>>;

interface ServerArgs {
  readonly deny: Readonly<z.infer<typeof denySchema>>;
  readonly missing: MissingArgs;
  readonly queue: QueueArgs;
  readonly result: ResultArgs;
  readonly output: Readonly<z.infer<typeof outputSchema>>;
  readonly complete: Readonly<z.infer<typeof completeSchema>>;
}

type ServerName = keyof ServerArgs;

export type ServerMessage = {
  [Name in ServerName]: { readonly name: Name; readonly args: ServerArgs[Name] };
}[ServerName];

const NAMES: readonly ServerName[] = ['deny', 'missing', 'queue', 'result', 'output', 'complete'];

export function parseServerText(text: string): Parsed<ServerMessage> {
  const { name, json } = splitText(text);
  if (json === undefined) return badMessage(`${JSON.stringify(name)} lacks its arguments.`);
  switch (name) {
    case 'deny':
      return named(name, parseArgs(name, json, denySchema));
    case 'missing':
      return named(name, parseList(name, json, missingSchema));
    case 'queue':
      return named(name, parseArgs(name, json, queueSchema));
    case 'result':
      return named(name, parseArgs(name, json, resultSchema));
    case 'output':
      return named(name, parseArgs(name, json, outputSchema));
    case 'complete':
      return named(name, parseArgs(name, json, completeSchema));
    default:
      return unknownMessage(name, NAMES);
  }
}

function named<Name extends ServerName>(
  name: Name,
  args: Parsed<ServerArgs[Name]>,
): Parsed<{ readonly name: Name; readonly args: ServerArgs[Name] }> {
  return args.ok ? { ok: true, value: { name, args: args.value } } : args;
}

export function serverCarriesBytes(name: ServerName): boolean {
  return name === 'result' || name === 'output';
}

export function formatServerText<Name extends ServerName>(name: Name, args: ServerArgs[Name]): string {
  return formatText(name, args);
}
