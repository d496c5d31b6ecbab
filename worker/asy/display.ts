import { readArguments } from '@/core/asy/arguments';
import type { AsyCommand, RenderSubmission } from './command';

/**
 * A display inside the jail. asy draws pictures in space as png with OpenGL, and on Debian it does so only on a display;
 * without one it ends well and leaves no file. So such a program gets a display of its own, in memory, that ends with its
 * jail. The drawing itself is done in software.
 */

const DISPLAY = ':9';
const LOADS = new Set(['import', 'access', 'from', 'include']);
const MODULES = new Set([
  ...['three', 'graph3', 'solids', 'tube', 'bsp', 'obj'],
  ...['contour3', 'smoothcontour3', 'grid3', 'labelpath3'],
]);
/** Formats of scenes, which browsers draw. */
const FLAT = new Set(['html', 'v3d']);
const WORD_OR_END = /;|\w+/g;
/** Pixels a big point, as asy takes for documents; a person's own request comes first. */
const RENDER = 4;

/**
 * The messages after it are the command. They are never parsed by the shell. `-displayfd` is there because only with it a
 * server makes no lock file, which is made of a hard link, and those are not to be had in a jail.
 */
const SCRIPT = [
  'mkdir -p /tmp/.X11-unix',
  `Xvfb ${DISPLAY} -displayfd 1 -screen 0 1280x1024x24 -nolisten tcp >/dev/null 2>&1 &`,
  `n=0; while [ ! -S /tmp/.X11-unix/X${DISPLAY.slice(1)} ] && [ $n -lt 250 ]; do sleep 0.02; n=$((n+1)); done`,
  'exec "$@"',
].join('\n');

const decoder = new TextDecoder('latin1');

export function needsDisplay({ options, files }: RenderSubmission): boolean {
  if (!isDrawnOnDisplay(options)) return false;
  for (const [name, bytes] of files) if (name.endsWith('.asy') && drawsInSpace(decoder.decode(bytes))) return true;
  return false;
}

/** asy by itself draws pictures in space for documents with OpenGL, too, unless it is told to draw them flat. */
function isDrawnOnDisplay({ format, render, arguments: args }: RenderSubmission['options']): boolean {
  if (args === undefined) return format === 'png' && render !== 0;
  const call = readArguments(args);
  const isFlat = call?.args.some((word, i) => word === '-render' && Number(call.args[i + 1]) === 0) ?? false;
  return !isFlat && !FLAT.has(call?.format ?? '');
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

export function withDisplay(asy: AsyCommand, { options }: RenderSubmission): AsyCommand {
  const [program = 'asy', ...messages] = asy.command;
  const isOwn = options.arguments !== undefined;
  const render = options.render === undefined && !isOwn ? ['-render', String(RENDER)] : [];
  return {
    ...asy,
    command: ['/bin/sh', '-c', SCRIPT, 'sh', program, ...(isOwn ? [] : ['-noprc']), ...render, ...messages],
    environment: { ...asy.environment, DISPLAY, LIBGL_ALWAYS_SOFTWARE: '1' },
  };
}
