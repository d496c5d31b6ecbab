import { readArguments } from '@/core/asy/arguments';
import type { AsyCommand, RenderSubmission } from './command';

/**
 * A display inside the jail. asy draws pictures in space with OpenGL, and on Debian it does so only on a display; without
 * one it ends well and leaves no file. So such a program gets a display of its own, in memory, that ends with its jail.
 * The drawing itself is done in software.
 */

const DISPLAY = 9;
const LOADS = new Set(['import', 'access', 'from', 'include']);
const MODULES = new Set([
  ...['three', 'graph3', 'solids', 'tube', 'bsp', 'obj', 'v3d'],
  ...['contour3', 'smoothcontour3', 'grid3', 'labelpath3'],
]);
/** Formats of scenes, which browsers draw. */
const SCENES = new Set(['html', 'v3d']);
const WORD_OR_END = /;|\w+/g;
/** A program that asks for vectors itself. */
const DRAWN_FLAT = /\bsettings\s{0,8}\.\s{0,8}render\s{0,8}=\s{0,8}0\s{0,8};/;
/** Pixels a big point of a png, unless a person asks for others; other formats have as many as asy chooses. */
const PNG_RENDER = 4;
/**
 * The side of the screen in pixels. asy draws what is larger in tiles, and goes through the whole scene for each of them:
 * its own tiles, made for small screens, take three times as long.
 */
const SCREEN = 2048;

/**
 * The socket is there before the display, which takes it over: whoever connects waits until it answers. So the display
 * starts while asy reads its modules, and with `later` not before somebody connects. `-displayfd` is
 * there because only with it a display makes no lock file, which is made of a hard link, and those are not to be had in a
 * jail; `-noreset` because asy connects once for each picture, and after the last of them is gone a display would begin
 * anew, without the socket. The words after are the command.
 */
const SCRIPT = `
use Socket;
my ($start, $socket) = shift;
$^F = 255;
mkdir '/tmp/.X11-unix';
socket($socket, AF_UNIX, SOCK_STREAM, 0) && bind($socket, sockaddr_un('/tmp/.X11-unix/X${DISPLAY}')) && listen($socket, 16)
  or die "no display: $!\n";
if (fork() == 0) {
  setpgrp;
  open STDIN, '<', '/dev/null';
  open STDOUT, '>', '/dev/null';
  open STDERR, '>', '/dev/null';
  if ($start eq 'later') { vec(my $ready = '', fileno $socket, 1) = 1; select $ready, undef, undef, undef }
  if (fileno $socket != 3) { require POSIX; POSIX::dup2(fileno $socket, 3) }
  delete @ENV{'LD_PRELOAD', '_STDBUF_O'};
  @ENV{'LISTEN_FDS', 'LISTEN_PID'} = (1, $$);
  exec 'Xvfb', ':${DISPLAY}', '-displayfd', '1', '-screen', '0', '${SCREEN}x${SCREEN}x24', '-noreset', '-nolisten', 'tcp';
  exit 1;
}
close $socket;
exec @ARGV;
`;

/**
 * pdflatex converts a shaded image with the one program that TeX trusts for it, if several stand on one page. A submission
 * can start programs anyway (docs/security.md): the jail is the wall.
 */
const ENVIRONMENT = { DISPLAY: `:${DISPLAY}`, LIBGL_ALWAYS_SOFTWARE: '1', shell_escape: 'p' };

const decoder = new TextDecoder('latin1');

export function needsDisplay({ options, files }: RenderSubmission): boolean {
  if (!isDrawnOnDisplay(options)) return false;
  const programs = [...files].filter(([name]) => name.endsWith('.asy')).map(([, bytes]) => decoder.decode(bytes));
  return programs.some(drawsInSpace) && !programs.some((text) => DRAWN_FLAT.test(text));
}

function isDrawnOnDisplay({ format, render, arguments: args }: RenderSubmission['options']): boolean {
  if (args === undefined) return render !== 0 && !SCENES.has(format);
  const call = readArguments(args);
  const isFlat = call?.args.some((word, i) => word === '-render' && Number(call.args[i + 1]) === 0) ?? false;
  return !isFlat && !SCENES.has(call?.format ?? '');
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
  const isPng = options.format === 'png' && options.arguments === undefined;
  const tiles = isPng ? ['-maxtile', `(${SCREEN},${SCREEN})`] : [];
  const render = isPng && options.render === undefined ? ['-render', String(PNG_RENDER)] : [];
  return onDisplay({ ...asy, command: [program, ...tiles, ...render, ...words] }, 'now');
}

/** `later`: when it is needed first. */
export function onDisplay<T extends Pick<AsyCommand, 'command' | 'environment'>>(asy: T, start: 'now' | 'later'): T {
  return {
    ...asy,
    command: ['/usr/bin/perl', '-e', SCRIPT, start, ...asy.command],
    environment: { ...asy.environment, ...ENVIRONMENT },
  };
}
