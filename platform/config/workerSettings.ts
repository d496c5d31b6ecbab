import { JAIL_LIMITS } from '@/core/limits';
import { longText, onOff, optionalText, setting, wholeNumber, type Setting } from './setting';

/** Of render machines and their jails. */

const NO_TLS = { fallbackText: 'no TLS' };
const TLS_HELP = {
  cert: 'PEM file with the certificate this worker shows to fronts.',
  key: 'PEM file with the key to it, which the service user can read.',
  ca: 'PEM file with the authority whose certificates fronts believe workers.',
};

export const WORKER_SETTINGS = {
  backends: setting(
    'BACKENDS',
    wholeNumber(0, 256),
    0,
    'Backends of this worker; 0 means one per core, and one more.',
    {
      fallbackText: 'one per core, and one more',
    },
  ),
  shellPlaces: setting(
    'SHELL_PLACES',
    wholeNumber(0, 60).optional(),
    undefined,
    'Shells that may be open beside the backends; more take a backend each, and give way.',
    { fallbackText: 'four per backend, if half of the memory has 512 MiB for each' },
  ),
  workerAddress: setting(
    'WORKER_ADDRESS',
    optionalText,
    undefined as string | undefined,
    'host:port this worker is reached at from other machines.',
    {
      fallbackText: 'a unix socket',
    },
  ),
  workerTlsCert: setting('WORKER_TLS_CERT', optionalText, undefined as string | undefined, TLS_HELP.cert, NO_TLS),
  workerTlsKey: setting('WORKER_TLS_KEY', optionalText, undefined as string | undefined, TLS_HELP.key, NO_TLS),
  workerTlsCa: setting('WORKER_TLS_CA', optionalText, undefined as string | undefined, TLS_HELP.ca, {
    fallbackText: 'those Node knows',
  }),
  workerSecret: setting(
    'WORKER_SECRET',
    longText(16).optional(),
    undefined as string | undefined,
    'Shared by fronts and workers on several machines (at least 16 characters).',
    {
      fallbackText: 'none on one machine',
      secret: true,
    },
  ),
  jailUidBase: setting(
    'JAIL_UID_BASE',
    wholeNumber(100_000, 2_000_000_000),
    1_900_000_000,
    'First of the user ids that jails run under (as root).',
  ),
  acceptWeakerJail: setting(
    'ACCEPT_WEAKER_JAIL',
    onOff,
    false,
    'Be reachable from outside although some walls of the jail are weaker without root (on or off; docs/security.md).',
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
    300,
    'Memory for jails that wait for a task, per backend, in MB; 0 means none wait.',
  ),
  selfCheckEvery: setting(
    'SELF_CHECK_EVERY',
    wholeNumber(0, 1_000_000),
    200,
    'One render in so many is repeated without shortcuts and compared; 0 means never.',
  ),
  keepFailedSources: setting(
    'KEEP_FAILED_SOURCES',
    onOff,
    false,
    'Keep the sources of failed renders for a day, so that administrators can read them and run them again (on or off).',
  ),
  display3d: setting(
    'DISPLAY_3D',
    onOff,
    true,
    'Draw 3D as png, svg, pdf and eps, on a display inside the jail (needs the package xvfb).',
  ),
} satisfies Record<string, Setting>;
