import type { Redis } from 'ioredis';

/**
 * Hears what is published, over a connection of its own that subscribes again by itself. What is published while it is
 * not connected is lost: whoever listens hears that something may be missing, and looks.
 */

interface SubscriberOptions {
  readonly redis: Redis;
  readonly channels: readonly string[];
  readonly hear: (channel: string, message: Buffer) => void;
  /** Connected again after a break. */
  readonly onMissed: () => void;
}

export class Subscriber {
  private hasListened = false;

  constructor(private readonly options: SubscriberOptions) {
    const { redis, hear, onMissed } = options;
    redis.on('messageBuffer', (channel: Buffer | string, message: Buffer) => hear(channel.toString(), message));
    redis.on('ready', () => {
      if (this.hasListened) onMissed();
    });
  }

  /** Resolves when nothing is missed any more. */
  async start(): Promise<void> {
    await this.options.redis.subscribe(...this.options.channels);
    this.hasListened = true;
  }

  stop(): void {
    this.options.redis.disconnect();
  }
}
