import type { Redis } from 'ioredis';
import { readQueueState, type QueueState } from '@/core/admin/queueState';
import { readWord, workerCard, type WorkerCard } from '@/core/words';
import { KEYS } from '@/platform/redis/keys';
import type { RedisState } from '@/platform/redis/redisState';
import { askRedis, findAlarms, SEVERE, type Alarm, type KeptFolders } from './alarms';

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

const PATIENCE_MILLISECONDS = 1000;

export async function readHealth(redis: Redis, folders: KeptFolders, state: RedisState): Promise<Health> {
  const found = state.isAvailable ? await inTime(look(redis, folders)) : undefined;
  if (found) return found;
  const alarms: Alarm[] = [{ code: 'redis', message: state.message ?? 'Redis does not answer.' }];
  return { ok: false, backends: { total: 0, busy: 0 }, workers: [], scheduler: { leader: false }, tasks: 0, alarms };
}

/** Whether pages can be served and Redis can be reached. */
export async function isReady(redis: Redis, state: RedisState): Promise<boolean> {
  return state.isAvailable && (await inTime(redis.ping())) === 'PONG';
}

async function look(redis: Redis, folders: KeptFolders): Promise<Health> {
  const [state, cards, leader, queues] = await Promise.all([
    askRedis(redis),
    readCards(redis),
    redis.exists(KEYS.leader),
    redis.get(KEYS.queueState),
  ]);
  const alarms = await findAlarms(redis, state, cards, leader === 1, folders);
  const backends = cards.reduce((sum, card) => sum + card.backends.length, 0);
  return {
    ok: !alarms.some(({ code }) => SEVERE.has(code)),
    backends: { total: backends, busy: cards.reduce((sum, card) => sum + Object.keys(card.busy).length, 0) },
    workers: cards.map((card) => ({
      id: card.worker,
      host: card.host,
      backends: card.backends.length,
      version: card.version,
      toolchain: card.toolchain,
      walls: card.walls,
    })),
    scheduler: { leader: leader === 1 },
    tasks: countTasks(readQueueState(queues)),
    alarms,
  };
}

export async function readCards(redis: Redis): Promise<WorkerCard[]> {
  const ids = await redis.smembers(KEYS.workers);
  const texts = ids.length === 0 ? [] : await redis.mget(ids.map((id) => KEYS.worker(id)));
  return texts.flatMap((text) => (text === null ? [] : (readWord(workerCard, text) ?? [])));
}

/** Waiting or running, as the leader sees it. */
function countTasks(state: QueueState | undefined): number {
  if (!state) return 0;
  return Object.values(state.classes).reduce((sum, { waiting, running }) => sum + waiting + running, state.inLanes);
}

/** Undefined if it takes too long: a health check that hangs says nothing. */
async function inTime<T>(answer: Promise<T>): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), PATIENCE_MILLISECONDS);
  });
  try {
    return await Promise.race([answer, late]);
  } catch {
    return undefined;
  } finally {
    clearTimeout(timer);
  }
}
