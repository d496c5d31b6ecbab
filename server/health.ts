import type { Redis } from 'ioredis';
import { readWord, workerCard } from '@/core/words';
import { KEYS } from '@/platform/redis/keys';

/** How the whole system is, whichever front is asked (docs/operating.md). */

export interface Alarm {
  readonly code: 'no-backend' | 'no-scheduler' | 'versions-differ' | 'shortcut-differs' | 'redis';
  readonly message: string;
}

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

export async function readHealth(redis: Redis): Promise<Health> {
  const found = await inTime(look(redis));
  if (found) return found;
  const alarms: Alarm[] = [{ code: 'redis', message: 'Redis does not answer; everything waits until it is back.' }];
  return { ok: false, backends: { total: 0, busy: 0 }, workers: [], scheduler: { leader: false }, tasks: 0, alarms };
}

/** Whether pages can be served and Redis can be reached. */
export async function isReady(redis: Redis): Promise<boolean> {
  return (await inTime(redis.ping())) === 'PONG';
}

async function look(redis: Redis): Promise<Health> {
  const ids = await redis.smembers(KEYS.workers);
  const texts = ids.length === 0 ? [] : await redis.mget(ids.map((id) => KEYS.worker(id)));
  const cards = texts.flatMap((text) => (text === null ? [] : (readWord(workerCard, text) ?? [])));
  const [leader, tasks] = await Promise.all([redis.exists(KEYS.leader), redis.scard(KEYS.tasks)]);
  const backends = cards.reduce((sum, card) => sum + card.backends.length, 0);
  const alarms: Alarm[] = [];
  if (backends === 0) alarms.push({ code: 'no-backend', message: 'No backend is connected: nothing can be rendered.' });
  if (!leader) alarms.push({ code: 'no-scheduler', message: 'No scheduler leads: nothing is started.' });
  if (new Set(cards.map((card) => `${card.version} ${card.toolchain}`)).size > 1) {
    alarms.push({
      code: 'versions-differ',
      message: 'Workers run different versions of the program or of its toolchain.',
    });
  }
  const differing = [...new Set(cards.flatMap((card) => card.differing))];
  if (differing.length > 0) {
    alarms.push({
      code: 'shortcut-differs',
      message: `A picture came out differently by a shorter way (${differing.join(', ')}); that way is turned off.`,
    });
  }
  return {
    ok: alarms.length === 0,
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
    tasks,
    alarms,
  };
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
