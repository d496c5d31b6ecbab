import type { Redis } from 'ioredis';
import type { DetachedEnd } from '@/core/detachedTask';
import { KEYS } from '@/platform/redis/keys';
import { Subscriber } from '@/platform/redis/subscriber';
import { troubleOf } from '@/platform/redis/trouble';
import type { DetachedTasks, DetachedState } from '../queue/detachedTasks';

/**
 * Waits for the ends of detached renders.
 *
 * Such an end comes to one front, which need not be the one that waits for it: whoever hears of it tells all. A message
 * may be lost with a connection, so that whoever waits also looks now and then.
 */

const LOOK_AGAIN_MS = 5000;
const CHANNEL = KEYS.periodic('rendered');

interface RenderEndsOptions {
  readonly detachedTasks: Pick<DetachedTasks, 'read' | 'listen'>;
  readonly redis: Redis;
  /** A connection of its own, since it subscribes. */
  readonly blockingRedis: Redis;
}

export class RenderEnds {
  private readonly waiting = new Map<string, Set<() => void>>();
  private readonly subscriber: Subscriber;
  private isStopped = false;

  constructor(private readonly options: RenderEndsOptions) {
    this.subscriber = new Subscriber({
      redis: options.blockingRedis,
      channels: [CHANNEL],
      hear: (_channel, id) => this.wake(id.toString()),
      onMissed: () => [...this.waiting.keys()].forEach((id) => this.wake(id)),
    });
  }

  async start(): Promise<void> {
    const { detachedTasks, redis } = this.options;
    await this.subscriber.start();
    detachedTasks.listen('periodic', async ({ id }) => {
      await redis.publish(CHANNEL, id);
    });
  }

  /** Nobody who waits is answered any more. */
  stop(): void {
    this.isStopped = true;
    this.subscriber.stop();
  }

  /** Undefined: there is no such task, or none any more. */
  async of(id: string): Promise<DetachedEnd | undefined> {
    for (;;) {
      // Before the look: an end between the two must not be missed.
      const change = this.change(id);
      const found = await this.look(id);
      if (found === undefined || (found !== 'unknown' && found.state === 'ended')) {
        this.wake(id);
        return found?.end;
      }
      await change;
    }
  }

  /** A Redis that takes no commands now says nothing about the render. */
  private async look(id: string): Promise<DetachedState | undefined | 'unknown'> {
    try {
      return await this.options.detachedTasks.read(id);
    } catch (error) {
      if (troubleOf(error)) return 'unknown';
      throw error;
    }
  }

  private change(id: string): Promise<void> {
    return new Promise((resolve) => {
      const wakes = this.waiting.get(id) ?? new Set();
      this.waiting.set(id, wakes);
      const timer = setTimeout(() => !this.isStopped && wake(), LOOK_AGAIN_MS).unref();
      const wake = () => {
        clearTimeout(timer);
        wakes.delete(wake);
        if (wakes.size === 0) this.waiting.delete(id);
        resolve();
      };
      wakes.add(wake);
    });
  }

  private wake(id: string): void {
    for (const wake of this.waiting.get(id) ?? []) wake();
  }
}
