import type { Redis } from 'ioredis';
import { QUEUE_LIMITS } from '@/core/limits';
import { KEYS } from '@/platform/redis/keys';
import { Lease } from '@/platform/redis/lease';
import type { Service } from '@/platform/service';

/**
 * That a front is there: the tasks of one whose lease has run out are nobody's.
 *
 * A front that begins says that the one before it in its place is gone, since its supervisor starts another only then:
 * nobody needs to wait for that lease.
 */

interface FrontLeaseOptions {
  readonly front: string;
  /** Where it runs. */
  readonly place: string;
  readonly redis: Pick<Redis, 'get' | 'set' | 'del'>;
  /** Done with every beat. */
  readonly onBeat: () => Promise<void>;
}

export class FrontLease implements Service {
  private readonly lease = new Lease({ beatMs: QUEUE_LIMITS.heartbeatMs, renew: () => this.beat() });

  constructor(private readonly options: FrontLeaseOptions) {}

  async start(): Promise<void> {
    const before = await this.options.redis.get(KEYS.frontIn(this.options.place));
    if (before !== null) await this.remove(before);
    await this.lease.start();
  }

  async stop(): Promise<void> {
    await this.lease.stop();
    await this.remove(this.options.front);
  }

  private async remove(front: string): Promise<void> {
    await this.options.redis.del(KEYS.front(front), KEYS.frontInbox(front));
  }

  private async beat(): Promise<void> {
    const { redis, front, place, onBeat } = this.options;
    await redis.set(KEYS.front(front), '1', 'EX', QUEUE_LIMITS.frontLeaseSeconds);
    await redis.set(KEYS.frontIn(place), front, 'EX', QUEUE_LIMITS.frontPlaceSeconds);
    await onBeat();
  }
}
