import type { Submission } from '@/core/submission/submission';
import { readArguments } from '@/core/asy/arguments';
import { onDisplay } from '../jail/keeper/display';
import {
  FASTER,
  FIXED_DATE,
  LINE_BUFFERED,
  OFFLINE,
  waitingCommand,
  waitingEnvironment,
} from '../jail/keeper/waitingAsy';
import type { WarmKind } from '../warm/kind';
import { PRESENTATION_FILE, presentationProgram } from './presentation';

/** How asy is called for a submission, and which of its settings come from the environment. */

export type RenderSubmission = Extract<Submission, { kind: 'render' }>;

export interface AsyCommand {
  readonly command: string[];
  readonly environment: Record<string, string>;
  /** What the picture of the main file is called, without its extension. */
  readonly stem: string;
  /** To be put beside the files of the submission. */
  readonly extraFile?: readonly [name: string, bytes: Uint8Array];
}

/** TeX takes file names apart at anything else, and asy puts `_` for a space. */
const PLAIN_STEM = /^[A-Za-z0-9][A-Za-z0-9_+.-]*$/;

/** What asy calls the picture of a shell. */
export const SHELL_STEM = 'out';

/** A shell begins without a file. Its prompts carry the bytes that worker/asy/shell.ts looks for. */
export function shellCommand(
  submission: Extract<Submission, { kind: 'shell' }>,
): Pick<AsyCommand, 'command' | 'environment'> {
  const { format, verbosity, engine } = submission.options;
  return {
    command: [
      'asy',
      '-noglobalread',
      ...(verbosity > 0 ? [`-${'v'.repeat(verbosity)}`] : []),
      ...(engine ? ['-tex', engine] : []),
      ...['-f', format, '-noV', '-q', '-multiline', '-prompt', '\x01> ', '-prompt2', '\x02.. '],
    ],
    environment: { ...LINE_BUFFERED, ...FIXED_DATE },
  };
}

/** `isFaster`: with our library in asy. Formats in which the same TeX sizes labels and typesets are told to it. */
export function renderCommand(submission: RenderSubmission, isFaster = false): AsyCommand {
  if (submission.options.arguments !== undefined) return ownCommand(submission, submission.options.arguments, isFaster);
  const { format, verbosity, engine, render, antialias } = submission.options;
  const presentation = presentationProgram(submission.main, submission.options);
  const ownStem = submission.main.replace(/\.asy$/, '');
  const isPlain = hasPlainStem(submission.main);
  const stem = isPlain ? ownStem : freeStem(submission.files.keys());
  return {
    command: [
      'asy',
      '-noglobalread',
      ...(verbosity > 0 ? [`-${'v'.repeat(verbosity)}`] : []),
      ...(engine ? ['-tex', engine] : []),
      '-f',
      format,
      OFFLINE,
      ...(render === undefined ? [] : ['-render', String(render)]),
      ...(antialias === undefined ? [] : ['-antialias', String(antialias)]),
      ...(isPlain && presentation === undefined ? [] : ['-o', stem]),
      // A name never begins with `-` (docs/asyonline.md, 6), so it cannot be an option.
      presentation === undefined ? submission.main : PRESENTATION_FILE,
    ],
    environment: environmentOf(isFaster, format),
    stem,
    ...(presentation === undefined
      ? {}
      : { extraFile: [PRESENTATION_FILE, new TextEncoder().encode(presentation)] as const }),
  };
}

/** Reads the main file from standard input. Its name and the other words are never parsed by the shell. */
const FROM_INPUT = 'exec asy "$@" <"$0"';

/** With asy's own options and no others (docs/render-api.md, 18). */
function ownCommand({ main }: RenderSubmission, args: readonly string[], isFaster: boolean): AsyCommand {
  const call = readArguments(args);
  const isPiped = call?.files.length === 1;
  const runsNoFile = call?.hasCommand === true || call?.isQuestion === true;
  const words = ['-noglobalread', ...args, ...(isPiped || runsNoFile ? [] : [main])];
  return {
    command: isPiped ? ['/bin/sh', '-c', FROM_INPUT, main, ...words] : ['asy', ...words],
    environment: environmentOf(isFaster, call?.format),
    stem: call?.outname ?? main.replace(/\.asy$/, ''),
  };
}

function environmentOf(isFaster: boolean, format: string | undefined): Record<string, string> {
  if (!isFaster) return { ...LINE_BUFFERED, ...FIXED_DATE };
  return { ...FASTER, ...FIXED_DATE, ...(format === 'png' ? {} : { ASYGROUND_MODE: 'twice' }) };
}

/** asy as it waits: started, with its own modules loaded, and the tools it will call started as well. */
export function warmCommand(
  { main, engine, scene, tools, onDisplay: hasDisplay = false }: Omit<WarmKind, 'modules' | 'mergeErrors'>,
  isFaster: boolean,
): Pick<AsyCommand, 'command' | 'environment'> {
  const words = [...(engine ? ['-tex', engine] : []), ...(scene ? ['-f', scene] : [])];
  // As in a fresh jail, whoever chooses another TeX sees asy's own steps.
  const isOurs = isFaster && engine === undefined;
  const command = waitingCommand(main, words);
  return {
    command: hasDisplay ? onDisplay(command, 'now') : command,
    environment: isOurs
      ? waitingEnvironment(tools === 'paper' ? 'paper' : 'warm')
      : { ...LINE_BUFFERED, ...FIXED_DATE },
  };
}

/** Whether asy's pictures can be called as the main file is. */
export function hasPlainStem(main: string): boolean {
  return PLAIN_STEM.test(main.replace(/\.asy$/, ''));
}

/** A plain stem that no file of the submission uses. */
function freeStem(names: Iterable<string>): string {
  const taken = new Set([...names].map((name) => name.slice(0, name.lastIndexOf('.'))));
  for (let i = 0; ; i += 1) {
    const stem = i === 0 ? 'picture' : `picture${i}`;
    if (!taken.has(stem)) return stem;
  }
}
