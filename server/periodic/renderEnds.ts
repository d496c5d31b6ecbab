import type { Redis } from 'ioredis';
import type { RecordEnd } from '@/core/record';
import { KEYS } from '@/platform/redis/keys';
import type { Records } from '../queue/records';

/**
 * Waits for the ends of renders that a record owns.
 *
 * Such an end comes to one front, which need not be the one that waits for it: whoever hears of it tells all. A message
 * may be lost with a connection, so that whoever waits also looks now and then.
 */

const LOOK_AGAIN_MILLISECONDS = 5000;

export interface RenderEndsOptions {
  readonly records: Pick<Records, 'read' | 'listen'>;
  readonly redis: Redis;
  /** A connection of its own, since it subscribes. */
  readonly ear: Redis;
}

export class RenderEnds {
  private readonly waiting = new Map<string, Set<() => void>>();
  private isStopped = false;

  constructor(private readonly options: RenderEndsOptions) {}

  async start(): Promise<void> {
    const { records, redis, ear } = this.options;
    const channel = KEYS.periodic('rendered');
    ear.on('message', (_channel, id) => this.wake(id));
    await ear.subscribe(channel);
    records.listen('periodic', async ({ id }) => {
      await redis.publish(channel, id);
    });
  }

  /** Nobody who waits is answered any more. */
  stop(): void {
    this.isStopped = true;
    this.options.ear.disconnect();
  }

  /** Undefined: there is no such task, or none any more. */
  async of(id: string): Promise<RecordEnd | undefined> {
    for (;;) {
      // Before the look: an end between the two must not be missed.
      const change = this.change(id);
      const found = await this.options.records.read(id);
      if (found === undefined || found.state === 'ended') {
        this.wake(id);
        return found?.end;
      }
      await change;
    }
  }

  private change(id: string): Promise<void> {
    return new Promise((resolve) => {
      const wakes = this.waiting.get(id) ?? new Set();
      this.waiting.set(id, wakes);
      const timer = setTimeout(() => !this.isStopped && wake(), LOOK_AGAIN_MILLISECONDS).unref();
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
