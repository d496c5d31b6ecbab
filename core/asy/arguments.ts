import { parseAsyCall, type AsyCall } from './commandLine';

/** asy's own options in a submission (docs/render-api.md, 18): those that a server can follow, and nothing about files. */

const ARGUMENT_LIMITS = {
  maxArguments: 128,
  maxArgumentUnits: 8192,
} as const;

/** As the name of a file in the folder of the task. */
const PLAIN_NAME = /^[A-Za-z0-9][A-Za-z0-9_+.-]{0,120}$/;

/** Only the last may be `-`: the main file comes on standard input. Undefined if a server cannot follow them. */
export function readArguments(args: readonly string[]): AsyCall | undefined {
  const { maxArguments, maxArgumentUnits } = ARGUMENT_LIMITS;
  if (args.length > maxArguments || args.some((word) => word.length > maxArgumentUnits || word.includes('\0')))
    return undefined;
  const call = parseAsyCall(args);
  if (call.kind === 'wrong' || call.isViewed || call.localOnly.length > 0) return undefined;
  if ([call.folder, call.moduleFolders, call.config].some((place) => place !== undefined)) return undefined;
  if (call.outname !== undefined && !PLAIN_NAME.test(call.outname)) return undefined;
  return call.files.length === 0 || (call.files.length === 1 && args.at(-1) === '-') ? call : undefined;
}
