import { parseArgs } from 'node:util';
import { closest } from '../core/closest';
import { RENDER_FORMATS } from '../core/submission/submission';

/** The command line (docs/cli.md). What cannot be understood is a sentence to show. */

export interface RenderCommand {
  readonly kind: 'render';
  /** The first is the main file. */
  readonly files: readonly string[];
  /** `-` is standard output; undefined: beside the main file. */
  readonly output: string | undefined;
  readonly server: string;
  readonly isWatching: boolean;
  readonly isQuiet: boolean;
  /** As `POST /render` takes them. */
  readonly options: Readonly<Record<string, string>>;
}

export interface McpCommand {
  readonly kind: 'mcp';
  readonly server: string;
}

export interface ReplayCommand {
  readonly kind: 'replay';
  readonly file: string;
}

export type Command =
  | RenderCommand
  | McpCommand
  | ReplayCommand
  | { readonly kind: 'help' | 'version' }
  | { readonly kind: 'wrong'; readonly message: string };

const RENDER_OPTIONS = [
  'scale',
  'background',
  'engine',
  'class',
  'duration',
  'render',
  'antialias',
  'verbosity',
] as const;

const FLAGS = {
  output: { type: 'string', short: 'o' },
  format: { type: 'string', short: 'f' },
  server: { type: 'string', short: 's' },
  watch: { type: 'boolean', short: 'w' },
  quiet: { type: 'boolean', short: 'q' },
  help: { type: 'boolean', short: 'h' },
  version: { type: 'boolean' },
  ...Object.fromEntries(RENDER_OPTIONS.map((name) => [name, { type: 'string' }])),
} as const;

/** The last two never come here: cli/asyground.mjs starts a program of its own for them. */
const COMMANDS = ['render', 'mcp', 'replay', 'backup', 'restore'] as const;

export const DEFAULT_SERVER = 'http://127.0.0.1:3000';

export function parseCommand(
  args: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
): Command {
  let parsed: ReturnType<typeof parseArgs>;
  try {
    parsed = parseArgs({ args: [...args], options: FLAGS, allowPositionals: true, strict: true });
  } catch (error) {
    return wrong(explain(error, args));
  }
  const { values, positionals } = parsed;
  if (values.help === true || args.length === 0) return { kind: 'help' };
  if (values.version === true) return { kind: 'version' };
  const [command, ...files] = positionals;
  const [file] = files;
  if (command === 'replay')
    return file === undefined ? wrong('No file given. Usage: asyground replay FAILURE.json') : { kind: 'replay', file };
  if (command !== 'render' && command !== 'mcp')
    return wrong(`Unknown command ${JSON.stringify(command ?? '')}. They are ${COMMANDS.join(', ')}.`);
  const server = serverAddress(text(values.server), environment);
  if (server === undefined) return wrong(`--server must be a URL such as ${DEFAULT_SERVER}.`);
  if (command === 'mcp')
    return file === undefined ? { kind: 'mcp', server } : wrong(`mcp takes no file, such as ${JSON.stringify(file)}.`);
  if (files.length === 0) return wrong('No file given. Usage: asyground render figure.asy');
  const output = text(values.output);
  const extension = extensionOf(output);
  const format = text(values.format) ?? RENDER_FORMATS.find((known) => known === extension);
  if (format === undefined && extension !== undefined)
    return wrong(`-o ${output}: unknown format ${extension}; choose one with -f: ${RENDER_FORMATS.join(', ')}.`);
  const options = RENDER_OPTIONS.flatMap((name) =>
    text(values[name]) === undefined ? [] : [[name, text(values[name])]],
  );
  return {
    kind: 'render',
    files,
    output,
    server,
    isWatching: values.watch === true,
    isQuiet: values.quiet === true,
    options: { format: format ?? 'svg', ...Object.fromEntries(options) },
  };
}

/** Undefined if it is none. */
export function serverAddress(
  given: string | undefined,
  environment: Readonly<Record<string, string | undefined>>,
): string | undefined {
  const address = given ?? environment.ASYGROUND_SERVER ?? DEFAULT_SERVER;
  return /^https?:\/\/[^/]/.test(address) ? address.replace(/(?<!\/)\/+$/, '') : undefined;
}

function extensionOf(output: string | undefined): string | undefined {
  return /\.([a-z0-9]+)$/i.exec(output ?? '')?.[1]?.toLowerCase();
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

function explain(error: unknown, args: readonly string[]): string {
  const message = error instanceof Error ? error.message : String(error);
  const flag = args.find((arg) => arg.startsWith('--') && !Object.hasOwn(FLAGS, arg.slice(2).replace(/=.*/, '')));
  const near = flag && closest(flag.slice(2).replace(/=.*/, ''), Object.keys(FLAGS));
  if (flag === undefined) return message;
  return `Unknown option ${flag.replace(/=.*/, '')}${near === undefined ? '; see --help' : `; did you mean --${near}?`}`;
}

function wrong(message: string): Command {
  return { kind: 'wrong', message };
}
