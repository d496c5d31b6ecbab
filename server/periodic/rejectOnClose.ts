import type { Redis } from 'ioredis';

/**
 * Rejects what was asked of a connection that broke before it answered. The connection must not send commands again by
 * itself (`autoResendUnfulfilledCommands: false`), in which case it forgets them without a word.
 */
export class RejectOnClose {
  private readonly held = new Set<(error: Error) => void>();

  constructor(redis: Redis) {
    redis.on('close', () => {
      const held = [...this.held];
      this.held.clear();
      for (const reject of held) reject(new Error('the connection to Redis broke'));
    });
  }

  hold<T>(answer: Promise<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      this.held.add(reject);
      answer.then(resolve, reject).finally(() => this.held.delete(reject));
    });
  }
}
