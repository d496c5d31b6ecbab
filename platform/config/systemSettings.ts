import { z } from 'zod';
import { STORAGE_LIMITS } from '@/core/limits';
import { list, longText, networks, oneOf, onOff, origins, setting, wholeNumber, type Setting } from './setting';

/** Of the whole: where it listens, what it keeps and where, who is let in. */

const ROLES = ['all', 'front', 'scheduler', 'worker'] as const;
export type Role = (typeof ROLES)[number];

export const SYSTEM_SETTINGS = {
  role: setting('ROLE', oneOf(ROLES), 'all' as Role, 'What this process group does on this machine.'),
  host: setting('HOST', z.string().min(1), '127.0.0.1', 'Address the front listens on.'),
  port: setting('PORT', wholeNumber(0, 65535), 3000, 'Port the front listens on; 0 takes a free one.'),
  publicUrl: setting(
    'PUBLIC_URL',
    z.url({ protocol: /^https?$/, error: 'an address such as https://asy.example.org' }).optional(),
    undefined as string | undefined,
    'Address people use, for links (behind a proxy).',
    {
      fallbackText: 'http://HOST:PORT',
    },
  ),
  basePath: setting(
    'BASE_PATH',
    z
      .string()
      .transform((text) => text.replace(/\/$/, ''))
      // A browser takes `.` and `..` away.
      .pipe(z.string().regex(/^(?:\/(?!\.{1,2}(?:\/|$))[\w.~-]+)*$/, 'a path such as /asy')),
    '',
    'Path that everything is served below, behind a proxy that passes it on: /asy, say.',
    { fallbackText: 'none' },
  ),
  dataDir: setting('DATA_DIR', z.string().min(1), 'data', 'Folder for everything that is kept.'),
  blobFolder: setting(
    'BLOB_FOLDER',
    z.string().startsWith('/', { error: 'a path that begins with /' }).optional(),
    undefined as string | undefined,
    'Folder for results, links and the cache that all machines share.',
    { fallbackText: 'blobs in DATA_DIR' },
  ),
  blobBytes: setting(
    'BLOB_BYTES',
    wholeNumber(0, 2 ** 50).optional(),
    undefined as number | undefined,
    'Results, links, artifacts and the cache together, in bytes.',
    { fallbackText: `${100 * STORAGE_LIMITS.blobShare} % of the disk` },
  ),
  s3Url: setting(
    'S3_URL',
    z
      .url({ error: 'an address with a bucket: https://HOST/BUCKET' })
      .regex(/^https?:\/\/[^/]+\/[^/]/, 'an address with a bucket: https://HOST/BUCKET')
      .optional(),
    undefined as string | undefined,
    'Bucket for blobs instead of a folder, in S3 or what speaks like it: https://HOST/BUCKET or https://HOST/BUCKET/PREFIX.',
    { fallbackText: 'a folder' },
  ),
  s3Region: setting('S3_REGION', z.string().min(1), 'us-east-1', 'Region of the bucket.'),
  s3KeyId: setting(
    'S3_ACCESS_KEY_ID',
    z.string().min(1).optional(),
    undefined as string | undefined,
    'Key of the bucket.',
    {
      fallbackText: 'none',
    },
  ),
  s3Secret: setting(
    'S3_SECRET_ACCESS_KEY',
    z.string().min(1).optional(),
    undefined as string | undefined,
    'Secret that goes with the key.',
    { fallbackText: 'none', secret: true },
  ),
  redisUrl: setting(
    'REDIS_URL',
    z.string().min(1).optional(),
    undefined as string | undefined,
    'An existing Redis or Valkey instead of the embedded one: redis://, rediss:// or redis+sentinel:// (docs/several-machines.md).',
    {
      fallbackText: 'embedded',
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
    oneOf(['silent', 'error', 'warn', 'info', 'debug', 'trace']),
    'info',
    'Least important log line that is written.',
  ),
  allowedOrigins: setting(
    'ALLOWED_ORIGINS',
    origins,
    [] as string[],
    'Other origins whose pages may act for a visitor, comma-separated.',
  ),
  trustedProxies: setting(
    'TRUSTED_PROXIES',
    networks,
    [] as string[],
    'Addresses and networks of proxies whose X-Forwarded-For is believed, comma-separated.',
  ),
  proxyUserHeader: setting(
    'PROXY_USER_HEADER',
    z
      .string()
      .regex(/^[\w-]+$/, 'the name of a header')
      .optional(),
    undefined as string | undefined,
    'Header in which a trusted proxy names who is signed in: X-Forwarded-User or Remote-User, say.',
    { fallbackText: 'nobody is signed in by a proxy' },
  ),
  proxyGroupsHeader: setting(
    'PROXY_GROUPS_HEADER',
    z
      .string()
      .regex(/^[\w-]+$/, 'the name of a header')
      .optional(),
    undefined as string | undefined,
    'Header in which it names their groups, comma-separated.',
    { fallbackText: 'none' },
  ),
  proxyRoles: setting(
    'PROXY_ROLES',
    list,
    [] as string[],
    'Roles on the admin page of people whom a proxy signs in: alice:admin,@teachers:viewer for a person and a group.',
  ),
  adminToken: setting(
    'ADMIN_TOKEN',
    longText(16).optional(),
    undefined as string | undefined,
    'First admin token (at least 16 characters).',
    {
      fallbackText: 'made at the first start',
      secret: true,
    },
  ),
  sessionSecret: setting(
    'SESSION_SECRET',
    longText(32).optional(),
    undefined as string | undefined,
    'Signs cookies and sessions; the same at all fronts (at least 32 characters).',
    {
      fallbackText: 'follows from WORKER_SECRET, or is made at the first start',
      secret: true,
    },
  ),
  serviceUser: setting(
    'SERVICE_USER',
    z.string().min(1),
    'asyground',
    'User that everything but the keeper runs as (as root).',
  ),
  metricsOpen: setting(
    'METRICS_OPEN',
    onOff,
    false,
    'Serve /metrics to everybody, not only to this machine and to admin tokens (on or off).',
  ),
} satisfies Record<string, Setting>;
