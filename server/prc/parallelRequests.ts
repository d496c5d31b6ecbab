import type { Redis } from 'ioredis';
import type { Counter } from '@/core/prc/counter';
import { MemoryCounter } from '@/core/prc/memoryCounter';
import { OwnRequests } from '@/core/prc/ownRequests';
import type { Config } from '@/platform/config/config';
import type { TokenGuesses } from '../tokenGuesses';
import type { RedisState } from '@/platform/redis/redisState';
import type { Service } from '@/platform/service';
import { PrcEndpoint } from './endpoint';
import { PrcOverview } from './overview';
import { RedisCounter } from './redisCounter';

/** The parallel request controller of one front: the counter, its endpoint, and what the product counts for itself. */

interface ParallelRequestsOptions {
  readonly front: string;
  readonly config: Config;
  readonly redis: Redis;
  /** Makes a connection for a blocking connection. */
  readonly connect: () => Redis;
  readonly guesses: TokenGuesses;
  readonly state: RedisState;
}

export class ParallelRequests implements Service {
  readonly endpoint: PrcEndpoint;
  readonly own: OwnRequests;
  readonly overview: PrcOverview;
  private readonly counter: Counter;
  private readonly shared: RedisCounter | undefined;

  /** With an embedded Redis there is one front, and its own memory counts fastest. */
  constructor({ front, config, redis, connect, guesses, state }: ParallelRequestsOptions) {
    this.shared =
      config.redisUrl === undefined ? undefined : new RedisCounter(front, redis, connect(), undefined, state);
    this.counter = this.shared ?? new MemoryCounter();
    const { prcToken: authToken } = config;
    this.endpoint = new PrcEndpoint({ front, counter: this.counter, authToken, guesses });
    this.overview = new PrcOverview(this.counter);
    this.own = new OwnRequests(this.counter, {
      front,
      newTicket: () => this.endpoint.newTicket(),
      limits: { shell: config.shellsPerClient, 'http-render': config.httpRendersPerClient },
    });
  }

  async start(): Promise<void> {
    await this.shared?.start();
  }

  /** Everything of this front is ended at once. */
  async stop(): Promise<void> {
    await this.shared?.stop();
  }
}
