import { setTimeout as sleep } from 'node:timers/promises';
import type { Redis } from 'ioredis';
import { QUEUE_LIMITS, REDIS_ABSENCE } from '@/core/limits';
import type { Log } from '../log';
import { KEYS } from './keys';
import { Lease } from './lease';
import { Roster } from './roster';

/**
 * Which version of the data each process speaks (core/dataVersion.ts). Everybody says so with a lease; whoever starts and finds
 * another version at work waits until it is gone, and says why. So two versions never work on the same data: an upgrade
 * stops the old processes, in any order, and the new ones begin when the last has left.
 *
 * The same way a backup is restored (platform/backup/restore.ts): whoever sees that ends, and begins when it is done.
 */

interface PresenceOptions {
  readonly redis: Redis;
  readonly id: string;
  readonly version: number;
  readonly log: Log;
  /** Ends the process. */
  readonly onRestore: () => void;
}

export class Presence {
  private readonly lease: Lease;

  private constructor(
    private readonly roster: Roster,
    private readonly id: string,
    { redis, version, log, onRestore }: PresenceOptions,
  ) {
    const renew = async () => {
      await roster.say(id, String(version), QUEUE_LIMITS.frontLeaseSeconds);
      if ((await redis.exists(KEYS.restoring)) === 0) return;
      log.warn('a backup is being restored; this process ends and starts again when that is done');
      await roster.leave(id);
      onRestore();
    };
    this.lease = new Lease({ beatMs: QUEUE_LIMITS.heartbeatMs, renew });
  }

  /** Resolves when nobody of another version is there. */
  static async begin(options: PresenceOptions): Promise<Presence> {
    const { redis, id, version, log } = options;
    const roster = new Roster(redis, KEYS.present, KEYS.presence);
    for (let saidAtMs = Number.NEGATIVE_INFINITY; ; await sleep(QUEUE_LIMITS.heartbeatMs)) {
      const others = (await roster.read()).map(Number).filter((other) => other !== version);
      const isRestoring = (await redis.exists(KEYS.restoring)) === 1;
      if (others.length === 0 && !isRestoring) break;
      if (Date.now() - saidAtMs < REDIS_ABSENCE.sayAgainSeconds * 1000) continue;
      saidAtMs = Date.now();
      if (isRestoring) {
        log.warn('a backup is being restored; this process waits. If the restore was interrupted, run it again.');
        continue;
      }
      const what = { ours: version, theirs: [...new Set(others)], processes: others.length };
      log.warn(what, 'processes of another version use this Redis; this one waits until they are stopped');
    }
    const presence = new Presence(roster, id, options);
    await presence.lease.start();
    return presence;
  }

  async end(): Promise<void> {
    await this.lease.stop();
    await this.roster.leave(this.id);
  }
}
