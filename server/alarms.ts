import { statfs } from 'node:fs/promises';
import type { Redis } from 'ioredis';
import { readQueueState, type QueueState } from '@/core/admin/queueState';
import type { WorkerHeartbeat } from '@/core/messages';
import { KEYS } from '@/platform/redis/keys';

/** What an administrator should look at (docs/operating.md): on the admin page, in /api/health and in /metrics. */

export const ALARM_CODES = [
  'redis',
  'no-backend',
  'no-scheduler',
  'backend-lost',
  'permits-unread',
  'versions-differ',
  'redis-slow',
  'redis-full',
  'disk-full',
  'estimates-off',
  'shortcut-differs',
] as const;
export type AlarmCode = (typeof ALARM_CODES)[number];

export interface Alarm {
  readonly code: AlarmCode;
  readonly message: string;
}

/** Where things are kept, by the setting that says where. */
export type KeptFolders = Readonly<Record<string, string>>;

/** With one of these the service does not do its work. */
export const SEVERE: ReadonlySet<AlarmCode> = new Set<AlarmCode>(['redis', 'no-backend', 'no-scheduler']);

const LOST_MS = 10 * 60 * 1000;
/** While there is work, a backend that takes no permit is given another every few seconds. */
const UNREAD_MS = 60 * 1000;
const SLOW_MS = 100;
const FULL_SHARE = 0.9;
const MIN_FREE_BYTES = 512 * 1024 * 1024;
const MIN_FREE_SHARE = 0.03;
/** Mean error by mean wait, over enough tasks to say anything. */
const OFF_ERROR = 0.6;
const OFF_PAIRS = 100;
const OFF_SECONDS = 2;

/** How Redis is: to be asked before anything else, since what waits before it would hide how long it takes. */
export interface RedisState {
  readonly answerMs: number;
  readonly usedBytes: number;
  /** 0: as much as there is. */
  readonly maxBytes: number;
}

export async function askRedis(redis: Redis): Promise<RedisState> {
  const askedAt = performance.now();
  const info = await redis.info('memory');
  const read = (name: string) => Number(new RegExp(`^${name}:(\\d+)`, 'm').exec(info)?.[1] ?? 0);
  return {
    answerMs: Math.round(performance.now() - askedAt),
    usedBytes: read('used_memory'),
    maxBytes: read('maxmemory'),
  };
}

export async function findAlarms(
  redis: Redis,
  redisState: RedisState,
  heartbeats: readonly WorkerHeartbeat[],
  hasLeader: boolean,
  folders: KeptFolders,
): Promise<Alarm[]> {
  const state = readQueueState(await redis.get(KEYS.queueState));
  return [
    ...partAlarms(heartbeats, hasLeader, state),
    ...redisAlarms(redisState),
    ...(await diskAlarms(folders)),
    ...estimateAlarms(state),
  ];
}

function partAlarms(
  heartbeats: readonly WorkerHeartbeat[],
  hasLeader: boolean,
  state: QueueState | undefined,
): Alarm[] {
  const alarms: Alarm[] = [];
  if (!heartbeats.some((heartbeat) => heartbeat.backends.length > 0))
    alarms.push({ code: 'no-backend', message: 'No backend connected: nothing can be rendered.' });
  if (!hasLeader) alarms.push({ code: 'no-scheduler', message: 'No active scheduler: no tasks are started.' });
  const lost = state?.lost.filter(({ atMs }) => Date.now() - atMs < LOST_MS) ?? [];
  if (lost.length > 0) {
    const hosts = [...new Set(lost.map(({ host }) => host))].join(', ');
    const count = lost.length === 1 ? 'A worker was' : `${lost.length} workers were`;
    alarms.push({ code: 'backend-lost', message: `${count} lost in the last 10 minutes (${hosts}).` });
  }
  alarms.push(...permitAlarms(heartbeats, state));
  if (new Set(heartbeats.map((heartbeat) => `${heartbeat.version} ${heartbeat.toolchain}`)).size > 1) {
    const message = 'Workers run different versions of Asyground, asy or TeX.';
    alarms.push({ code: 'versions-differ', message });
  }
  const differing = [...new Set(heartbeats.flatMap((heartbeat) => heartbeat.differing))];
  if (differing.length > 0) {
    const message = `Renders differed with a shortcut (${differing.join('; ')}). The shortcut is turned off.`;
    alarms.push({ code: 'shortcut-differs', message });
  }
  return alarms;
}

/** A worker may send its heartbeat and be deaf all the same. */
function permitAlarms(heartbeats: readonly WorkerHeartbeat[], state: QueueState | undefined): Alarm[] {
  const recent = state?.unread.filter(({ atMs }) => Date.now() - atMs < UNREAD_MS) ?? [];
  const unread = new Set(recent.map(({ backend }) => backend));
  const live = heartbeats.flatMap((heartbeat) => heartbeat.backends);
  const deaf = live.filter((backend) => unread.has(backend));
  if (deaf.length === 0) return [];
  const message = `Backends not picking up permits: ${deaf.join(', ')}.`;
  const alarms: Alarm[] = [{ code: 'permits-unread', message }];
  if (deaf.length === live.length)
    alarms.push({ code: 'no-backend', message: 'No backend is picking up permits: nothing can be rendered.' });
  return alarms;
}

function redisAlarms({ answerMs, usedBytes, maxBytes }: RedisState): Alarm[] {
  const alarms: Alarm[] = [];
  if (answerMs > SLOW_MS) alarms.push({ code: 'redis-slow', message: `Redis took ${answerMs} ms to answer.` });
  if (maxBytes > 0 && usedBytes > FULL_SHARE * maxBytes) {
    const message = `Redis uses ${Math.round((100 * usedBytes) / maxBytes)} % of its memory. Raise REDIS_MEMORY_MB.`;
    alarms.push({ code: 'redis-full', message });
  }
  return alarms;
}

async function diskAlarms(folders: KeptFolders): Promise<Alarm[]> {
  const words = await Promise.all(
    Object.entries(folders).map(async ([setting, folder]) => {
      // One that cannot be looked at has no free bytes to tell of; the store itself says what is wrong.
      const disk = await statfs(folder).catch(() => undefined);
      if (!disk) return [];
      const free = disk.bavail * disk.bsize;
      if (free > MIN_FREE_BYTES && free > MIN_FREE_SHARE * disk.blocks * disk.bsize) return [];
      return [`${Math.round(free / 1024 / 1024)} MiB left on the disk of ${setting}.`];
    }),
  );
  const message = words.flat().join(' ');
  return message === '' ? [] : [{ code: 'disk-full', message }];
}

function estimateAlarms(state: QueueState | undefined): Alarm[] {
  const found = state?.calibration;
  if (!found || found.pairs < OFF_PAIRS || found.relativeError < OFF_ERROR || found.meanErrorSeconds < OFF_SECONDS)
    return [];
  const message = `Estimates are off by ${found.meanErrorSeconds.toFixed(1)} s on average, with waits of ${found.meanWaitSeconds.toFixed(1)} s.`;
  return [{ code: 'estimates-off', message }];
}
