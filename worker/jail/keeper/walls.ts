import path from 'node:path';
import { JAIL_LIMITS } from '@/core/limits';
import type { Prepared } from './prepared';
import type { JailSpec } from './protocol';

/**
 * The walls around one program: bubblewrap's arguments, and the shell line that leads to it.
 *
 * Everything a program may see is named here: a read-only system without homes, services or configuration, its own
 * empty /proc, /dev and /tmp, and /job. Nothing else of the machine exists inside.
 */

/** Read-only parts of the system that asy, TeX, dvisvgm and Ghostscript live in. */
const SYSTEM = ['/usr/bin', '/usr/lib', '/usr/share', '/etc/texmf', '/var/lib/texmf', '/etc/alternatives'];
const SYSTEM_IF_THERE = [
  // The library that makes a program write line by line.
  '/usr/libexec/coreutils',
  '/usr/lib64',
  '/etc/fonts',
  '/etc/ld.so.cache',
  '/var/lib/ghostscript',
  '/etc/papersize',
  '/var/cache/fontconfig',
];

/** Our own modules for asy, in the checkout and inside. A submission's own files come first. */
const MODULES_FOLDER = path.resolve('modules');
const MODULES_PLACE = '/modules';

/** What every program inside finds in its environment; a spec adds to it. */
const ENVIRONMENT: Readonly<Record<string, string>> = {
  PATH: '/usr/bin',
  HOME: '/tmp',
  LANG: 'C.UTF-8',
  TMPDIR: '/tmp',
  ASYMPTOTE_HOME: '/tmp/.asy',
  ASYMPTOTE_DIR: MODULES_PLACE,
  // Joins the frames of animations (modules/convert).
  ASYMPTOTE_CONVERT: `${MODULES_PLACE}/convert`,
  // TeX reads and writes only below the current folder and runs no program; METAFONT never runs.
  openin_any: 'p',
  openout_any: 'p',
  shell_escape: 'f',
  MKTEXTFM: '0',
  MKTEXPK: '0',
  MKTEXMF: '0',
  MKTEXTEX: '0',
};

/** Where every jail finds what was prepared. The C parts know this name too (native/standby.h). */
const PREPARED_PLACE = '/fast';

/** The variable that bubblewrap is started with, its value the instance: by it a process left over can be found. */
export const JAIL_MARK = 'ASYGROUND_JAIL';

/** Descriptors handed to bubblewrap, beyond the standard three. */
export const DESCRIPTORS = { seccomp: 3, status: 4, block: 5, args: 6 } as const;

/** `jobFolder` is a size-limited folder of the host (as root); without one, /job is a tmpfs of the jail itself. */
export function bubblewrapArguments(
  spec: JailSpec,
  jobFolder: string | undefined,
  prepared: Prepared | undefined,
): string[] {
  // Font metrics that the system lacks are there in every jail, so that none draws differently.
  const metrics = prepared ? { TEXMFHOME: `${PREPARED_PLACE}/texmf` } : {};
  const environment = { ...ENVIRONMENT, ...metrics, ...spec.environment };
  const replaced = (spec.prepared && prepared?.replaced) || [];
  return [
    ...['--unshare-user', '--unshare-ipc', '--unshare-pid', '--unshare-net', '--unshare-uts', '--unshare-cgroup'],
    ...['--disable-userns', '--uid', '65534', '--gid', '65534', '--hostname', 'jail', '--clearenv'],
    ...Object.entries(environment).flatMap(([name, value]) => ['--setenv', name, value]),
    ...SYSTEM.flatMap((folder) => ['--ro-bind', folder, folder]),
    ...SYSTEM_IF_THERE.flatMap((folder) => ['--ro-bind-try', folder, folder]),
    ...['--ro-bind', MODULES_FOLDER, MODULES_PLACE],
    ...(prepared ? ['--ro-bind', prepared.folder, PREPARED_PLACE] : []),
    ...replaced.flatMap(({ ours, theirs }) => ['--ro-bind', ours, theirs]),
    ...['--symlink', 'usr/bin', '/bin', '--symlink', 'usr/lib', '/lib', '--symlink', 'usr/lib64', '/lib64'],
    ...['--perms', '0700', '--size', String(roomOf(spec).temporaryFolderBytes), '--tmpfs', '/tmp'],
    // Writable devices in a folder that is not: /dev would be a memory file system without a limit.
    ...['--proc', '/proc', '--dev', '/dev', '--remount-ro', '/dev'],
    ...(jobFolder === undefined
      ? ['--perms', '0700', '--size', String(roomOf(spec).workFolderBytes), '--tmpfs', '/job']
      : ['--bind', jobFolder, '/job']),
    ...['--chdir', '/job', '--remount-ro', '/', '--cap-drop', 'ALL', '--new-session', '--die-with-parent'],
    ...['--seccomp', String(DESCRIPTORS.seccomp), '--json-status-fd', String(DESCRIPTORS.status)],
    ...(spec.held ? ['--block-fd', String(DESCRIPTORS.block)] : []),
  ];
}

export function roomOf({ roomy }: Pick<JailSpec, 'roomy'>) {
  return roomy ? JAIL_LIMITS.displayRoom : JAIL_LIMITS.room;
}

interface Launch {
  /** The jail's own user on the host; undefined where the keeper is not root. */
  readonly uid: number | undefined;
  /** Files into which the process writes itself, to be counted and limited. */
  readonly cgroupFiles: readonly string[];
  readonly memoryBytes: number;
}

/**
 * The line that sets the limits and becomes bubblewrap. The shell is only a way to set several things in one process:
 * every message that varies is passed as an argument or checked to be a number, none is ever parsed by the shell.
 */
export function launchCommand(spec: JailSpec, launch: Launch): string[] {
  const limits = [
    ...launch.cgroupFiles.map((file) => `echo 0 > '${file}'`),
    // If the machine itself runs out of memory, a jail goes first.
    'echo 1000 > /proc/self/oom_score_adj',
    'umask 022',
    `ulimit -t ${spec.cpuSeconds}`,
    `ulimit -v ${Math.ceil(Math.max(JAIL_LIMITS.maxAddressSpaceBytes, launch.memoryBytes * 1.5) / 1024)}`,
    `ulimit -f ${Math.ceil(roomOf(spec).maxFileBytes / 512)}`,
    `ulimit -n ${JAIL_LIMITS.maxOpenFiles}`,
    'ulimit -c 0',
    // Counted per user: with a user of its own the limit holds from outside; without, it is set inside the namespace.
    ...(launch.uid === undefined ? [] : [`ulimit -p ${JAIL_LIMITS.maxProcesses}`]),
    'exec "$@"',
  ];
  const identity =
    launch.uid === undefined
      ? []
      : ['setpriv', '--reuid', String(launch.uid), '--regid', String(launch.uid), '--clear-groups', '--no-new-privs'];
  const inside =
    launch.uid === undefined
      ? ['prlimit', `--nproc=${JAIL_LIMITS.maxProcesses}`, '--', ...spec.command]
      : [...spec.command];
  const lead = ['nice', '-n', String(spec.niceness), ...identity];
  return [
    '/bin/sh',
    '-c',
    limits.join('; '),
    'sh',
    ...lead,
    'bwrap',
    '--args',
    String(DESCRIPTORS.args),
    '--',
    ...inside,
  ];
}
