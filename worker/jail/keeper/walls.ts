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

export const DISPLAY = 9;

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
  // Where a display is, in a jail that has one (display.ts); in all, so that the tools of each are called alike.
  DISPLAY: `:${DISPLAY}`,
  LIBGL_ALWAYS_SOFTWARE: '1',
  // Mesa asks for its user's home, not for HOME, and in a jail nobody knows the user.
  MESA_SHADER_CACHE_DIR: '/tmp/.cache',
  // TeX reads and writes only below the current folder; METAFONT never runs. Which programs TeX may run is left as it is on
  // any machine, the few that it trusts: a submission can start programs anyway, and the jail is the wall.
  openin_any: 'p',
  openout_any: 'p',
  MKTEXTFM: '0',
  MKTEXPK: '0',
  MKTEXMF: '0',
  MKTEXTEX: '0',
};

/** Where every jail finds what was prepared. The C parts know this name too (native/standby.h). */
export const PREPARED_PLACE = '/fast';

/** The variable that bubblewrap is started with, its value the instance: by it a process left over can be found. */
export const JAIL_MARK = 'ASYGROUND_JAIL';

/** Descriptors handed to bubblewrap, beyond the standard three. The last is the holder's (native/hold.c). */
export const DESCRIPTORS = { seccomp: 3, status: 4, block: 5, args: 6, built: 7 } as const;

/** Those that a template has from the keeper (native/template.h). */
export const TEMPLATE_DESCRIPTORS = { requests: 10, answers: 11, seccomp: 12 } as const;

/** What runs in a jail into which templates are copied, below the prepared folder: it says that the walls are up. */
export const HOLDER = 'bin/hold';
export const HOLDER_COMMAND: readonly string[] = [`${PREPARED_PLACE}/${HOLDER}`];

/** What a template needs to go behind the walls of a jail, where it has none of these any more. */
const TEMPLATE_RIGHTS = ['SYS_ADMIN', 'SYS_CHROOT', 'SYS_PTRACE', 'SYS_NICE', 'SETUID', 'SETGID', 'SETPCAP'];

/** What separates a jail from the machine, and its name in there. Containers forbid one or another of these. */
export const NAMESPACES: readonly string[] = [
  ...['--unshare-user', '--unshare-ipc', '--unshare-pid', '--unshare-net', '--unshare-uts', '--unshare-cgroup'],
  ...['--disable-userns', '--uid', '65534', '--gid', '65534', '--hostname', 'jail'],
];

/** `jobFolder` is a size-limited folder of the host (as root); without one, /job is a tmpfs of the jail itself. */
export function bubblewrapArguments(
  spec: JailSpec,
  jobFolder: string | undefined,
  prepared: Prepared | undefined,
): string[] {
  const room = roomOf(spec);
  const job =
    jobFolder === undefined
      ? ['--perms', '0700', '--size', String(room.workFolderBytes), '--tmpfs', '/job']
      : ['--bind', jobFolder, '/job'];
  return [
    ...NAMESPACES,
    ...viewArguments({ prepared, isReplaced: spec.prepared, environment: spec.environment, room, job }),
    ...['--cap-drop', 'ALL', '--new-session', '--die-with-parent'],
    ...['--seccomp', String(DESCRIPTORS.seccomp), '--json-status-fd', String(DESCRIPTORS.status)],
    ...(spec.held ? ['--block-fd', String(DESCRIPTORS.block)] : []),
  ];
}

/** A template sees what is seen in a jail, without a network, and can do nothing but go behind walls. */
export function templateArguments(
  jobFolder: string,
  prepared: Prepared | undefined,
  environment: Readonly<Record<string, string>>,
): string[] {
  const job = ['--ro-bind', jobFolder, '/job'];
  return [
    ...['--unshare-ipc', '--unshare-net', '--unshare-uts', '--hostname', 'jail'],
    ...viewArguments({ prepared, isReplaced: true, environment, room: JAIL_LIMITS.room, job }),
    ...['--cap-drop', 'ALL', ...TEMPLATE_RIGHTS.flatMap((right) => ['--cap-add', `CAP_${right}`])],
    ...['--new-session', '--die-with-parent'],
  ];
}

interface View {
  readonly prepared: Prepared | undefined;
  /** Whether files of the system are replaced by those prepared. */
  readonly isReplaced: boolean;
  readonly environment: Readonly<Record<string, string>>;
  readonly room: { readonly temporaryFolderBytes: number };
  readonly job: readonly string[];
}

function viewArguments({ prepared, isReplaced, environment, room, job }: View): string[] {
  // Font metrics that the system lacks are there in every jail, so that none draws differently.
  const metrics = prepared ? { TEXMFLOCAL: `${PREPARED_PLACE}/texmf` } : {};
  const variables = { ...ENVIRONMENT, ...metrics, ...environment };
  const replaced = (isReplaced && prepared?.replaced) || [];
  return [
    '--clearenv',
    ...Object.entries(variables).flatMap(([name, value]) => ['--setenv', name, value]),
    ...SYSTEM.flatMap((folder) => ['--ro-bind', folder, folder]),
    ...SYSTEM_IF_THERE.flatMap((folder) => ['--ro-bind-try', folder, folder]),
    ...['--ro-bind', MODULES_FOLDER, MODULES_PLACE],
    ...(prepared ? ['--ro-bind', prepared.folder, PREPARED_PLACE] : []),
    ...replaced.flatMap(({ ours, theirs }) => ['--ro-bind', ours, theirs]),
    ...['--symlink', 'usr/bin', '/bin', '--symlink', 'usr/lib', '/lib', '--symlink', 'usr/lib64', '/lib64'],
    ...['--perms', '0700', '--size', String(room.temporaryFolderBytes), '--tmpfs', '/tmp'],
    // Writable devices in a folder that is not: /dev would be a memory file system without a limit.
    ...['--proc', '/proc', '--dev', '/dev', '--remount-ro', '/dev'],
    ...[...job, '--chdir', '/job', '--remount-ro', '/'],
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

/** The limits of each process in a jail: as the shell sets them, in its units, and as the kernel counts them. */
export function limitsOf(spec: JailSpec, { uid, memoryBytes }: Omit<Launch, 'cgroupFiles'>) {
  const addressSpace = Math.max(JAIL_LIMITS.maxAddressSpaceBytes, memoryBytes * 1.5);
  return [
    { flag: 't', resource: 0, unit: 1, most: spec.cpuSeconds },
    { flag: 'v', resource: 9, unit: 1024, most: addressSpace },
    { flag: 'f', resource: 1, unit: 512, most: roomOf(spec).maxFileBytes },
    { flag: 'n', resource: 7, unit: 1, most: JAIL_LIMITS.maxOpenFiles },
    { flag: 'c', resource: 4, unit: 512, most: 0 },
    // Counted per user: with a user of its own the limit holds from outside; without, it is set inside the namespace.
    ...(uid === undefined ? [] : [{ flag: 'p', resource: 6, unit: 1, most: JAIL_LIMITS.maxProcesses }]),
  ].map((limit) => ({ ...limit, most: Math.ceil(limit.most / limit.unit) * limit.unit }));
}

/**
 * The line that sets the limits and becomes bubblewrap. The shell is only a way to set several things in one process:
 * every message that varies is passed as an argument or checked to be a number, none is ever parsed by the shell.
 */
export function launchCommand(spec: JailSpec, launch: Launch): string[] {
  const limits = [
    ...launch.cgroupFiles.map((file) => `echo 0 > '${file}'`),
    // If the machine itself runs out of memory, a jail goes first.
    `echo ${JAIL_LIMITS.oomScore} > /proc/self/oom_score_adj`,
    'umask 022',
    ...limitsOf(spec, launch).map(({ flag, unit, most }) => `ulimit -${flag} ${most / unit}`),
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
