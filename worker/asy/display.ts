import { readArguments } from '@/core/asy/arguments';
import { DISPLAY_SIDE, onDisplay } from '../jail/keeper/display';
import type { AsyCommand, RenderSubmission } from './command';

/**
 * A display inside the jail. asy draws pictures in space with OpenGL, and on Debian it does so only on a display; without
 * one it ends well and leaves no file. So such a program gets a display of its own, in memory, that ends with its jail.
 * The drawing itself is done in software.
 */

const LOADS = new Set(['import', 'access', 'from', 'include']);
const MODULES = new Set([
  ...['three', 'graph3', 'solids', 'tube', 'bsp', 'obj', 'v3d'],
  ...['contour3', 'smoothcontour3', 'grid3', 'labelpath3'],
]);
/** Formats of scenes, which browsers draw. */
const SCENES = new Set(['html', 'v3d']);
const TILE = `(${DISPLAY_SIDE},${DISPLAY_SIDE})`;
const WORD_OR_END = /;|\w+/g;
/** A program that asks for vectors itself. */
const DRAWN_FLAT = /\bsettings\s{0,8}\.\s{0,8}render\s{0,8}=\s{0,8}0\s{0,8};/;

/** And one that asks for an image where a scene was asked for: its own word counts. */
const IMAGE_FORMAT = /\bsettings\s{0,8}\.\s{0,8}outformat\s{0,8}=\s{0,8}"(?!html"|v3d")\w+"\s{0,8};/;

const decoder = new TextDecoder('latin1');

export function needsDisplay({ options, files }: RenderSubmission): boolean {
  if (isDrawnFlat(options)) return false;
  const programs = [...files].filter(([name]) => name.endsWith('.asy')).map(([, bytes]) => decoder.decode(bytes));
  const isImage = !SCENES.has(formatOf(options)) || programs.some((text) => IMAGE_FORMAT.test(text));
  return isImage && programs.some(drawsInSpace) && !programs.some((text) => DRAWN_FLAT.test(text));
}

function formatOf({ format, arguments: args }: RenderSubmission['options']): string {
  return args === undefined ? format : (readArguments(args)?.format ?? '');
}

function isDrawnFlat({ render, arguments: args }: RenderSubmission['options']): boolean {
  if (args === undefined) return render === 0;
  const call = readArguments(args);
  return call?.args.some((word, i) => word === '-render' && Number(call.args[i + 1]) === 0) ?? false;
}

/** One pass, message by message: a pattern over whole statements would look at each of them again and again. */
function drawsInSpace(text: string): boolean {
  let isLoading = false;
  for (const [message] of text.matchAll(WORD_OR_END)) {
    if (message === ';') isLoading = false;
    else if (LOADS.has(message)) isLoading = true;
    else if (isLoading && MODULES.has(message)) return true;
  }
  return false;
}

/** Options of asy's own are left as they are. */
export function withDisplay(asy: AsyCommand, { options }: RenderSubmission): AsyCommand {
  const [program = 'asy', ...words] = asy.command;
  const tiles = hasTiles(options) ? ['-maxtile', TILE] : [];
  return { ...asy, command: onDisplay([program, ...tiles, ...words], 'now') };
}

/** The same, told to an asy that waits. */
export function displaySettings({ options }: RenderSubmission): string {
  return hasTiles(options) ? `settings.maxtile=${TILE};` : '';
}

function hasTiles(options: RenderSubmission['options']): boolean {
  return options.format === 'png' && options.arguments === undefined;
}
