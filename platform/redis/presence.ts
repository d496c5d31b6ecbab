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
 */

interface PresenceOptions {
  readonly redis: Redis;
  readonly id: string;
  readonly version: number;
  readonly log: Log;
}

export class Presence {
  private readonly lease: Lease;

  private constructor(
    private readonly roster: Roster,
    private readonly id: string,
    version: number,
  ) {
    const renew = () => roster.say(id, String(version), QUEUE_LIMITS.frontLeaseSeconds);
    this.lease = new Lease({ beatMs: QUEUE_LIMITS.heartbeatMs, renew });
  }

  /** Resolves when nobody of another version is there. */
  static async begin({ redis, id, version, log }: PresenceOptions): Promise<Presence> {
    const roster = new Roster(redis, KEYS.present, KEYS.presence);
    for (let saidAtMs = Number.NEGATIVE_INFINITY; ; await sleep(QUEUE_LIMITS.heartbeatMs)) {
      const others = (await roster.read()).map(Number).filter((other) => other !== version);
      if (others.length === 0) break;
      if (Date.now() - saidAtMs < REDIS_ABSENCE.sayAgainSeconds * 1000) continue;
      saidAtMs = Date.now();
      const what = { ours: version, theirs: [...new Set(others)], processes: others.length };
      log.warn(what, 'processes of another version use this Redis; this one waits until they are stopped');
    }
    const presence = new Presence(roster, id, version);
    await presence.lease.start();
    return presence;
  }

  async end(): Promise<void> {
    await this.lease.stop();
    await this.roster.leave(this.id);
  }
}
