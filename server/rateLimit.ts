import { RateLimiterMemory } from 'rate-limiter-flexible';
import { RATE_LIMITS } from '@/core/limits';

/**
 * How often one address may knock at this front's endpoints. Far above what people and well-behaved programs do: it stops
 * floods, not use. Fairness between those who render is the line's work (docs/queue.md, 9).
 */
export class RateLimit {
  private readonly sockets = new RateLimiterMemory({
    points: RATE_LIMITS.socketsPerWindow,
    duration: RATE_LIMITS.windowSeconds,
  });
  private readonly requests = new RateLimiterMemory({
    points: RATE_LIMITS.requestsPerWindow,
    duration: RATE_LIMITS.windowSeconds,
  });

  /** Undefined: come in. Otherwise after how many seconds to try again. */
  async socket(address: string): Promise<number | undefined> {
    return this.take(this.sockets, address);
  }

  async request(address: string): Promise<number | undefined> {
    return this.take(this.requests, address);
  }

  private async take(limiter: RateLimiterMemory, address: string): Promise<number | undefined> {
    try {
      await limiter.consume(address);
      return undefined;
    } catch (refused) {
      const milliseconds =
        typeof refused === 'object' && refused !== null && 'msBeforeNext' in refused
          ? Number(refused.msBeforeNext)
          : 1000;
      return Math.max(1, Math.ceil(milliseconds / 1000));
    }
  }
}
