import { DESCRIPTORS, DISPLAY, PREPARED_PLACE } from './walls';

/**
 * A display in memory, in the jail of what draws on it. The drawing itself is done in software.
 */

/**
 * The side of the screen in pixels. asy draws what is larger in tiles, and goes through the whole scene for each of them:
 * its own tiles, made for small screens, take three times as long.
 */
export const DISPLAY_SIDE = 2048;

/**
 * The socket is there before the display, which takes it over: whoever connects waits until it answers. So the display
 * starts while asy reads its modules, and with `later` not before somebody connects. `-displayfd` is
 * there because only with it a display makes no lock file, which is made of a hard link, and those are not to be had in a
 * jail; `-noreset` because asy connects once for each picture, and after the last of them is gone a display would begin
 * anew, without the socket. What OpenGL has compiled at set-up is put where it looks, before the display answers. The words
 * after are the command.
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
  if (open my $keepers, '>&=', ${DESCRIPTORS.built}) { close $keepers }
  open STDIN, '<', '/dev/null';
  open STDOUT, '>', '/dev/null';
  open STDERR, '>', '/dev/null';
  if ($start eq 'later') { vec(my $ready = '', fileno $socket, 1) = 1; select $ready, undef, undef, undef }
  if (fileno $socket != 3) { require POSIX; POSIX::dup2(fileno $socket, 3) }
  delete @ENV{'LD_PRELOAD', '_STDBUF_O'};
  mkdir '/tmp/.cache';
  system 'cp', '-r', '${PREPARED_PLACE}/mesa', '/tmp/.cache/mesa_shader_cache' if -d '${PREPARED_PLACE}/mesa';
  @ENV{'LISTEN_FDS', 'LISTEN_PID'} = (1, $$);
  exec 'Xvfb', ':${DISPLAY}', '-displayfd', '1', '-screen', '0', '${DISPLAY_SIDE}x${DISPLAY_SIDE}x24', '-noreset', '-nolisten', 'tcp';
  exit 1;
}
close $socket;
exec @ARGV;
`;

/** The command on a display of its own. `later`: which is started when it is needed first. */
export function onDisplay(command: readonly string[], start: 'now' | 'later'): string[] {
  return ['/usr/bin/perl', '-e', SCRIPT, start, ...command];
}
