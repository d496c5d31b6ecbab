import { z } from 'zod';
import { LINK_LIMITS } from '@/core/links/limits';
import { CACHE_LIMITS } from '@/core/render/limits';
import { TASK_GRAPH_LIMITS } from '@/core/taskgraph/limits';
import { longText, onOff, optionalText, seconds, setting, wholeNumber, type Setting } from './setting';

/** Of the endpoints for other programs, of the cache and of shared links. */

export const ENDPOINT_SETTINGS = {
  prcToken: setting(
    'PRC_TOKEN',
    z.string().min(1).optional(),
    undefined as string | undefined,
    'Token of the parallel request controller at /ws/TOKEN; without one it is off.',
    {
      fallbackText: 'off',
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
      fallbackText: 'none',
    },
  ),
  periodicToken: setting(
    'PERIODIC_TOKEN',
    longText(16).optional(),
    undefined as string | undefined,
    'Token that Periodic clients of other machines must send (at least 16 characters).',
    {
      fallbackText: 'none: only this machine',
      secret: true,
    },
  ),
  periodicShutdown: setting(
    'PERIODIC_SHUTDOWN',
    onOff,
    false,
    'Let Periodic clients close the Periodic server by SHUTDOWN (on or off).',
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
  graphLeaseSeconds: setting(
    'GRAPH_LEASE_SECONDS',
    seconds(0.5, 3600),
    TASK_GRAPH_LIMITS.leaseMs / 1000,
    'A worker of a task graph that is silent for this long loses its task, in seconds.',
  ),
} satisfies Record<string, Setting>;
