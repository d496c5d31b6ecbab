import { z } from 'zod';
import {
  CONNECTION_LIMITS,
  JAIL_LIMITS,
  PARALLEL_LIMITS,
  QUEUE_LIMITS,
  RESTORE_LIMITS,
  SHELL_LIMITS,
  SUBMISSION_LIMITS,
} from '@/core/limits';
import { LINK_LIMITS } from '@/core/links/limits';
import { CACHE_LIMITS } from '@/core/render/limits';
import { TASK_GRAPH_LIMITS } from '@/core/taskgraph/limits';

/**
 * Every setting an operator can give: its environment variable, its schema with the default, and its one-line help.
 *
 * This table is the only source: the parsed object, the errors, `npm start -- --help` and the documents come from it.
 * A setting named `publicUrl` is the flag `--public-url`.
 */

export interface Setting<T = unknown> {
  readonly env: string;
  readonly schema: z.ZodType<T>;
  readonly fallback: T;
  readonly help: string;
  /** What the default is called where the value itself would say nothing. */
  readonly fallbackWords?: string;
  readonly secret?: boolean;
}

function setting<T>(
  env: string,
  schema: z.ZodType<T>,
  fallback: T,
  help: string,
  extra: { fallbackWords?: string; secret?: boolean } = {},
): Setting<T> {
  return { env, schema, fallback, help, ...extra };
}

const wholeNumber = (min: number, max: number) => z.coerce.number().int().min(min).max(max);
const seconds = (min: number, max: number) => z.coerce.number().min(min).max(max);
const optionalText = z.string().optional();
const list = z.union([z.array(z.string()), z.string().transform((text) => text.split(',').map((item) => item.trim()))]);
const onOff = z.union([
  z.boolean(),
  z.enum(['on', 'off', 'true', 'false', '1', '0']).transform((word) => ['on', 'true', '1'].includes(word)),
]);

export const ROLES = ['all', 'front', 'scheduler', 'worker'] as const;
export type Role = (typeof ROLES)[number];

const NO_TLS = { fallbackWords: 'no TLS' };
const TLS_HELP = {
  cert: 'PEM file with the certificate this worker shows to fronts.',
  key: 'PEM file with the key to it, which the service user can read.',
  ca: 'PEM file with the authority whose certificates fronts believe workers.',
};

export const SETTINGS = {
  role: setting('ROLE', z.enum(ROLES), 'all' as Role, 'What this process group does on this machine.'),
  host: setting('HOST', z.string().min(1), '127.0.0.1', 'Address the front listens on.'),
  port: setting('PORT', wholeNumber(0, 65535), 3000, 'Port the front listens on; 0 takes a free one.'),
  publicUrl: setting(
    'PUBLIC_URL',
    z.url().optional(),
    undefined as string | undefined,
    'Address people use, for links (behind a proxy).',
    {
      fallbackWords: 'http://HOST:PORT',
    },
  ),
  dataDir: setting('DATA_DIR', z.string().min(1), 'data', 'Folder for everything that is kept.'),
  blobFolder: setting(
    'BLOB_FOLDER',
    z.string().startsWith('/').optional(),
    undefined as string | undefined,
    'Folder for results, links and the cache that all machines share.',
    { fallbackWords: 'blobs in DATA_DIR' },
  ),
  redisUrl: setting(
    'REDIS_URL',
    z.url({ protocol: /^(rediss?|unix)$/ }).optional(),
    undefined as string | undefined,
    'An existing Redis or Valkey instead of the embedded one.',
    {
      fallbackWords: 'embedded',
      secret: true,
    },
  ),
  redisMemoryMegabytes: setting(
    'REDIS_MEMORY_MB',
    wholeNumber(32, 1_000_000),
    512,
    'Memory limit of the embedded Redis, in MB.',
  ),
  logLevel: setting(
    'LOG_LEVEL',
    z.enum(['silent', 'error', 'warn', 'info', 'debug', 'trace']),
    'info',
    'Least important log line that is written.',
  ),
  allowedOrigins: setting(
    'ALLOWED_ORIGINS',
    list,
    [] as string[],
    'Other origins whose pages may open sockets, comma-separated.',
  ),
  trustedProxies: setting(
    'TRUSTED_PROXIES',
    list,
    [] as string[],
    'Addresses of proxies whose X-Forwarded-For is believed, comma-separated.',
  ),
  adminToken: setting(
    'ADMIN_TOKEN',
    z.string().min(16).optional(),
    undefined as string | undefined,
    'First admin token (at least 16 characters).',
    {
      fallbackWords: 'made at the first start',
      secret: true,
    },
  ),
  prcToken: setting(
    'PRC_TOKEN',
    z.string().min(1).optional(),
    undefined as string | undefined,
    'Token of the parallel request controller at /ws/TOKEN; without one it is off.',
    {
      fallbackWords: 'off',
      secret: true,
    },
  ),
  periodic: setting('PERIODIC', onOff, true, 'Let Periodic clients and workers connect (on or off).'),
  periodicHost: setting(
    'PERIODIC_HOST',
    z.string().min(1),
    '127.0.0.1',
    'Address the Periodic server listens on; any but this machine needs PERIODIC_TOKEN.',
  ),
  periodicPort: setting(
    'PERIODIC_PORT',
    wholeNumber(0, 65535),
    5000,
    'Port the Periodic server listens on; 0 takes a free one.',
  ),
  periodicSocket: setting(
    'PERIODIC_SOCKET',
    optionalText,
    undefined as string | undefined,
    'Path of a unix socket the Periodic server listens on too.',
    {
      fallbackWords: 'none',
    },
  ),
  periodicToken: setting(
    'PERIODIC_TOKEN',
    z.string().min(16).optional(),
    undefined as string | undefined,
    'Token that Periodic clients of other machines must send (at least 16 characters).',
    {
      fallbackWords: 'none: only this machine',
      secret: true,
    },
  ),
  periodicShutdown: setting(
    'PERIODIC_SHUTDOWN',
    onOff,
    false,
    'Let Periodic clients close the Periodic server by SHUTDOWN (on or off).',
  ),
  backends: setting('BACKENDS', wholeNumber(0, 256), 0, 'Backends of this worker; 0 means one per core.', {
    fallbackWords: 'one per core',
  }),
  workerAddress: setting(
    'WORKER_ADDRESS',
    optionalText,
    undefined as string | undefined,
    'host:port this worker is reached at from other machines.',
    {
      fallbackWords: 'a unix socket',
    },
  ),
  workerTlsCert: setting('WORKER_TLS_CERT', optionalText, undefined as string | undefined, TLS_HELP.cert, NO_TLS),
  workerTlsKey: setting('WORKER_TLS_KEY', optionalText, undefined as string | undefined, TLS_HELP.key, NO_TLS),
  workerTlsCa: setting('WORKER_TLS_CA', optionalText, undefined as string | undefined, TLS_HELP.ca, {
    fallbackWords: 'those Node knows',
  }),
  workerSecret: setting(
    'WORKER_SECRET',
    z.string().min(16).optional(),
    undefined as string | undefined,
    'Shared by fronts and workers on several machines (at least 16 characters).',
    {
      fallbackWords: 'none on one machine',
      secret: true,
    },
  ),
  jailUidBase: setting(
    'JAIL_UID_BASE',
    wholeNumber(100_000, 2_000_000_000),
    1_900_000_000,
    'First of the user ids that jails run under (as root).',
  ),
  serviceUser: setting(
    'SERVICE_USER',
    z.string().min(1),
    'asyground',
    'User that everything but the keeper runs as (as root).',
  ),
  jailMemoryBytes: setting(
    'JAIL_MEMORY_BYTES',
    wholeNumber(200 * 2 ** 20, 2 ** 40),
    JAIL_LIMITS.maxMemoryBytes as number,
    'Memory of one task, in bytes.',
  ),
  warmMegabytes: setting(
    'WARM_MB',
    wholeNumber(0, 100_000),
    240,
    'Memory for jails that wait for a task, per backend, in MB; 0 means none wait.',
  ),
  selfCheckEvery: setting(
    'SELF_CHECK_EVERY',
    wholeNumber(0, 1_000_000),
    200,
    'One render in so many is repeated without shortcuts and compared; 0 means never.',
  ),
  display3d: setting(
    'DISPLAY_3D',
    onOff,
    true,
    'Draw pictures in space as png, on a display inside the jail (needs the package xvfb).',
  ),
  maxSourceBytes: setting(
    'MAX_SOURCE_BYTES',
    wholeNumber(1024, 2 ** 24),
    SUBMISSION_LIMITS.maxSourceBytes as number,
    'Sources of one submission together, in bytes.',
  ),
  dataExtensions: setting(
    'DATA_EXTENSIONS',
    list,
    [...SUBMISSION_LIMITS.dataExtensions] as string[],
    'File name extensions allowed beside .asy, comma-separated.',
  ),
  levels: setting(
    'LEVELS',
    z.string().regex(/^\d+(\.\d+)?(:\d+%?)?(,\d+(\.\d+)?(:\d+%?)?)*$/),
    '3,10:75%,30:50%',
    'Levels as seconds[:limit], ascending; a limit is a count or a percentage of the backends.',
  ),
  maxPredictedWaitSeconds: setting(
    'MAX_PREDICTED_WAIT_SECONDS',
    seconds(0, 86_400),
    QUEUE_LIMITS.maxPredictedWaitSeconds as number,
    'A longer predicted wait is denied, in seconds; 0 means no cap.',
  ),
  tasksPerClient: setting(
    'TASKS_PER_CLIENT',
    wholeNumber(1, 10_000),
    QUEUE_LIMITS.tasksPerClient as number,
    'Tasks one client may have in the shared line.',
  ),
  shellsPerClient: setting(
    'SHELLS_PER_CLIENT',
    wholeNumber(1, 10_000),
    PARALLEL_LIMITS.shellsPerClient as number,
    'Shells one client may have open at a time.',
  ),
  httpRendersPerClient: setting(
    'HTTP_RENDERS_PER_CLIENT',
    wholeNumber(1, 10_000),
    PARALLEL_LIMITS.httpRendersPerClient as number,
    'Renders over HTTP one client may have under way at a time.',
  ),
  idleStage1Seconds: setting(
    'IDLE_STAGE1_SECONDS',
    seconds(0.1, 3600),
    CONNECTION_LIMITS.idleStage1Seconds as number,
    'A connection idle before `start` for this long is denied, in seconds.',
  ),
  pingIntervalSeconds: setting(
    'PING_INTERVAL_SECONDS',
    seconds(0.1, 3600),
    CONNECTION_LIMITS.pingIntervalSeconds as number,
    'How often connections are pinged, in seconds.',
  ),
  restoreSeconds: setting(
    'RESTORE_SECONDS',
    seconds(0.1, 86_400),
    RESTORE_LIMITS.keepSeconds as number,
    'How long contents can be restored by their hash, in seconds.',
  ),
  restoreBytes: setting(
    'RESTORE_BYTES',
    wholeNumber(2 ** 20, 2 ** 34),
    RESTORE_LIMITS.maxStoreBytes as number,
    'Size of the content store, in bytes; the oldest leave first.',
  ),
  cacheMemoryBytes: setting(
    'CACHE_MEMORY_BYTES',
    wholeNumber(0, 2 ** 36),
    CACHE_LIMITS.memoryBytes as number,
    'Renders kept in the memory of a front, in bytes; 0 means none.',
  ),
  cacheBytes: setting(
    'CACHE_BYTES',
    wholeNumber(0, 2 ** 46),
    CACHE_LIMITS.storeBytes as number,
    'Renders kept in the blob store, in bytes; 0 means none.',
  ),
  maxLinks: setting(
    'MAX_LINKS',
    wholeNumber(0, 2 ** 31),
    LINK_LIMITS.maxLinks as number,
    'Shared links that are kept; 0 means none.',
  ),
  linkBytes: setting(
    'LINK_BYTES',
    wholeNumber(0, 2 ** 46),
    LINK_LIMITS.maxLinksBytes as number,
    'Projects and pictures of all shared links, in bytes.',
  ),
  shellIdleSeconds: setting(
    'SHELL_IDLE_SECONDS',
    seconds(0.1, 86_400),
    SHELL_LIMITS.idleSeconds as number,
    'A shell without input for this long ends, in seconds.',
  ),
  shellTotalSeconds: setting(
    'SHELL_TOTAL_SECONDS',
    seconds(0.1, 86_400),
    SHELL_LIMITS.totalSeconds as number,
    'A shell ends after this long, in seconds.',
  ),
  graphLeaseSeconds: setting(
    'GRAPH_LEASE_SECONDS',
    seconds(0.5, 3600),
    TASK_GRAPH_LIMITS.leaseMilliseconds / 1000,
    'A worker of a task graph that is silent for this long loses its task, in seconds.',
  ),
  metricsOpen: setting('METRICS_OPEN', onOff, false, 'Serve /metrics to other machines too (on or off).'),
} satisfies Record<string, Setting>;

export type Settings = { [Name in keyof typeof SETTINGS]: (typeof SETTINGS)[Name]['fallback'] };
export type SettingName = keyof typeof SETTINGS;

/** `publicUrl` -> `--public-url`. */
export function flagOf(name: string): string {
  return `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}
