import { setTimeout as sleep } from 'node:timers/promises';
import type { Redis } from 'ioredis';
import { QUEUE_LIMITS } from '@/core/limits';
import type { Log } from '../log';
import { KEYS } from './keys';

/**
 * Which version of the data each process speaks (core/dataVersion.ts). Everybody says so with a lease; whoever starts and finds
 * another version at work waits until it is gone, and says why. So two versions never work on the same data: an upgrade
 * stops the old processes, in any order, and the new ones begin when the last has left.
 */

export interface PresenceOptions {
  readonly redis: Redis;
  readonly id: string;
  readonly version: number;
  readonly log: Log;
}

const BEAT_MS = 1000;
const SAY_AGAIN_MS = 60_000;

export class Presence {
  private readonly heart: NodeJS.Timeout;

  private constructor(private readonly options: PresenceOptions) {
    this.heart = setInterval(() => {
      this.say().catch((error: unknown) => options.log.debug({ err: error }, 'presence was not said'));
    }, BEAT_MS);
  }

  /** Resolves when nobody of another version is there. */
  static async begin(options: PresenceOptions): Promise<Presence> {
    const { redis, version, log } = options;
    for (let saidAtMs = Number.NEGATIVE_INFINITY; ; await sleep(BEAT_MS)) {
      const others = (await presentVersions(redis)).filter((other) => other !== version);
      if (others.length === 0) break;
      if (Date.now() - saidAtMs < SAY_AGAIN_MS) continue;
      saidAtMs = Date.now();
      const what = { ours: version, theirs: [...new Set(others)], processes: others.length };
      log.warn(what, 'processes of another version use this Redis; this one waits until they are stopped');
    }
    const presence = new Presence(options);
    await presence.say();
    return presence;
  }

  async end(): Promise<void> {
    const { redis, id } = this.options;
    clearInterval(this.heart);
    await redis.multi().srem(KEYS.present, id).del(KEYS.presence(id)).exec();
  }

  private async say(): Promise<void> {
    const { redis, id, version } = this.options;
    const lease = QUEUE_LIMITS.frontLeaseSeconds;
    await redis.multi().set(KEYS.presence(id), version, 'EX', lease).sadd(KEYS.present, id).exec();
  }
}

async function presentVersions(redis: Redis): Promise<number[]> {
  const ids = await redis.smembers(KEYS.present);
  const versions = ids.length === 0 ? [] : await redis.mget(ids.map((id) => KEYS.presence(id)));
  const gone = ids.filter((_, i) => versions[i] === null);
  if (gone.length > 0) await redis.srem(KEYS.present, ...gone);
  return versions.flatMap((version) => (version === null ? [] : [Number(version)]));
}
