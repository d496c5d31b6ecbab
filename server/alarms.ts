import { statfs } from 'node:fs/promises';
import type { Redis } from 'ioredis';
import { readQueueState, type QueueState } from '@/core/admin/queueState';
import type { AlarmCode, ReasonValues } from '@/core/admin/reason';
import { drawnBy, type WorkerHeartbeat } from '@/core/messages';
import { KEYS } from '@/platform/redis/keys';

/** What an administrator should look at (docs/operating.md): on the admin page, in /api/health and in /metrics. */

export interface Alarm {
  readonly code: AlarmCode;
  readonly message: string;
  /** What stands in the message, for a page that says it in another language. */
  readonly values?: ReasonValues;
}

/** Where things are kept, by the setting that says where. */
export type KeptFolders = Readonly<Record<string, string>>;

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
    alarms.push({
      code: 'no-backend',
      message: 'No backend connected: nothing can be rendered.',
      values: { cause: 'missing' },
    });
  if (!hasLeader) alarms.push({ code: 'no-scheduler', message: 'No active scheduler: no tasks are started.' });
  const lost = state?.lost.filter(({ atMs }) => Date.now() - atMs < LOST_MS) ?? [];
  if (lost.length > 0) {
    const hosts = [...new Set(lost.map(({ host }) => host))].join(', ');
    const count = lost.length === 1 ? 'A worker was' : `${lost.length} workers were`;
    const message = `${count} lost in the last 10 minutes (${hosts}).`;
    alarms.push({ code: 'backend-lost', message, values: { count: lost.length, hosts } });
  }
  alarms.push(...permitAlarms(heartbeats, state));
  if (new Set(heartbeats.map(drawnBy)).size > 1) {
    const message = 'Workers run different versions of Asyground, asy or TeX.';
    alarms.push({ code: 'versions-differ', message });
  }
  const differing = [...new Set(heartbeats.flatMap((heartbeat) => heartbeat.differing))];
  if (differing.length > 0) {
    const shortcuts = differing.join('; ');
    const message = `Renders differed with a shortcut (${shortcuts}). The shortcut is turned off.`;
    alarms.push({ code: 'shortcut-differs', message, values: { shortcuts } });
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
  const backends = deaf.join(', ');
  const message = `Backends not picking up permits: ${backends}.`;
  const alarms: Alarm[] = [{ code: 'permits-unread', message, values: { backends } }];
  if (deaf.length === live.length)
    alarms.push({
      code: 'no-backend',
      message: 'No backend is picking up permits: nothing can be rendered.',
      values: { cause: 'deaf' },
    });
  return alarms;
}

function redisAlarms({ answerMs, usedBytes, maxBytes }: RedisState): Alarm[] {
  const alarms: Alarm[] = [];
  if (answerMs > SLOW_MS) {
    const message = `Redis took ${answerMs} ms to answer.`;
    alarms.push({ code: 'redis-slow', message, values: { milliseconds: answerMs } });
  }
  if (maxBytes > 0 && usedBytes > FULL_SHARE * maxBytes) {
    const percent = Math.round((100 * usedBytes) / maxBytes);
    const message = `Redis uses ${percent} % of its memory. Raise REDIS_MEMORY_MB.`;
    alarms.push({ code: 'redis-full', message, values: { percent } });
  }
  return alarms;
}

async function diskAlarms(folders: KeptFolders): Promise<Alarm[]> {
  const found = await Promise.all(
    Object.entries(folders).map(async ([setting, folder]) => {
      // One that cannot be looked at has no free bytes to tell of; the store itself says what is wrong.
      const disk = await statfs(folder).catch(() => undefined);
      if (!disk) return [];
      const free = disk.bavail * disk.bsize;
      if (free > MIN_FREE_BYTES && free > MIN_FREE_SHARE * disk.blocks * disk.bsize) return [];
      return [{ setting, left: `${Math.round(free / 1024 / 1024)} MiB` }];
    }),
  );
  const full = found.flat();
  if (full.length === 0) return [];
  const message = full.map(({ setting, left }) => `${left} left on the disk of ${setting}.`).join(' ');
  const disks = full.map(({ setting, left }) => `${setting} ${left}`).join(', ');
  return [{ code: 'disk-full', message, values: { disks } }];
}

function estimateAlarms(state: QueueState | undefined): Alarm[] {
  const found = state?.calibration;
  if (!found || found.pairs < OFF_PAIRS || found.relativeError < OFF_ERROR || found.meanErrorSeconds < OFF_SECONDS)
    return [];
  const [error, wait] = [found.meanErrorSeconds, found.meanWaitSeconds].map((value) => Math.round(10 * value) / 10);
  const message = `Estimates are off by ${error} s on average, with waits of ${wait} s.`;
  return [{ code: 'estimates-off', message, values: { error: error ?? 0, wait: wait ?? 0 } }];
}
