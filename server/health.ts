import type { Redis } from 'ioredis';
import { SEVERE_ALARMS } from '@/core/admin/reason';
import { readQueueState, type QueueState } from '@/core/admin/queueState';
import { isShellPlace } from '@/core/schedule/shellPlaces';
import { readMessage, workerHeartbeat, type WorkerHeartbeat } from '@/core/messages';
import { inTime } from '@/platform/deadline';
import { KEYS } from '@/platform/redis/keys';
import { Roster } from '@/platform/redis/roster';
import type { RedisState } from '@/platform/redis/redisState';
import { askRedis, findAlarms, type Alarm, type KeptFolders } from './alarms';

/** How the whole system is, whichever front is asked (docs/operating.md). */

export interface Health {
  readonly ok: boolean;
  readonly backends: { readonly total: number; readonly busy: number };
  readonly workers: readonly {
    readonly id: string;
    readonly host: string;
    readonly backends: number;
    readonly version: string;
    readonly toolchain: string;
    readonly walls: { root: boolean; cgroup: string; held: number };
  }[];
  readonly scheduler: { readonly leader: boolean };
  readonly tasks: number;
  readonly alarms: readonly Alarm[];
}

const PATIENCE_MS = 1000;

export async function readHealth(redis: Redis, folders: KeptFolders, state: RedisState): Promise<Health> {
  const found = state.isAvailable ? await inTime(look(redis, folders), PATIENCE_MS) : undefined;
  if (found) return found;
  const message = state.message ?? 'Redis does not answer.';
  const alarms: Alarm[] = [{ code: 'redis', message, values: { message } }];
  return { ok: false, backends: { total: 0, busy: 0 }, workers: [], scheduler: { leader: false }, tasks: 0, alarms };
}

/** Whether pages can be served and Redis can be reached. */
export async function isReady(redis: Redis, state: RedisState): Promise<boolean> {
  return state.isAvailable && (await inTime(redis.ping(), PATIENCE_MS)) === 'PONG';
}

async function look(redis: Redis, folders: KeptFolders): Promise<Health> {
  const [state, heartbeats, leader, queues] = await Promise.all([
    askRedis(redis),
    readHeartbeats(redis),
    redis.exists(KEYS.leader),
    redis.get(KEYS.queueState),
  ]);
  const alarms = await findAlarms(redis, state, heartbeats, leader === 1, folders);
  const backends = heartbeats.reduce((sum, heartbeat) => sum + heartbeat.backends.length, 0);
  return {
    ok: !alarms.some(({ code }) => SEVERE_ALARMS.has(code)),
    backends: {
      total: backends,
      busy: heartbeats.flatMap(({ busy }) => Object.keys(busy)).filter((id) => !isShellPlace(id)).length,
    },
    workers: heartbeats.map((heartbeat) => ({
      id: heartbeat.worker,
      host: heartbeat.host,
      backends: heartbeat.backends.length,
      version: heartbeat.version,
      toolchain: heartbeat.toolchain,
      walls: heartbeat.walls,
    })),
    scheduler: { leader: leader === 1 },
    tasks: countTasks(readQueueState(queues)),
    alarms,
  };
}

export async function readHeartbeats(redis: Redis): Promise<WorkerHeartbeat[]> {
  const texts = await new Roster(redis, KEYS.workers, KEYS.worker).read();
  return texts.flatMap((text) => readMessage(workerHeartbeat, text) ?? []);
}

/** Waiting or running, as the leader sees it. A shell in a place of its own is in nobody's way. */
function countTasks(state: QueueState | undefined): number {
  if (!state) return 0;
  const apart = Object.entries(state.backends).filter(([id, { task }]) => isShellPlace(id) && task !== undefined);
  const all = Object.values(state.classes).reduce(
    (sum, { waiting, running }) => sum + waiting + running,
    state.inLanes,
  );
  return all - apart.length;
}

/** Undefined if it takes too long: a health check that hangs says nothing. */
