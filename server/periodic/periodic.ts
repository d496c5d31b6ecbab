import { Redis } from 'ioredis';
import type { SubmissionLimits } from '@/core/submission/limits';
import { Exchange } from '@/core/periodic/exchange';
import { SystemWorker, type SystemJobHandler } from '@/core/periodic/systemWorker';
import type { Blobs } from '@/platform/blobs/blobs';
import type { Config } from '@/platform/config/config';
import type { Log } from '@/platform/log';
import { connectRedis, redisOptions } from '@/platform/redis/connect';
import { troubleOf } from '@/platform/redis/trouble';
import type { Service } from '@/platform/service';
import type { DetachedTasks } from '../queue/detachedTasks';
import type { Storage } from '../storage';
import type { TokenGuesses } from '../tokenGuesses';
import { contentsChore } from './chores';
import { PeriodicOverview } from './overview';
import { PeriodicEndpoint } from './endpoint';
import { choreHandler, scheduleChores, type Chore } from './housekeeping';
import { RedisStore } from './redisStore';
import { cancelRender, RENDER_FUNC, renderHandler } from './render';
import { RenderEnds } from './renderEnds';

/** The Periodic server of one front: the store, the product's own workers, and the endpoint (docs/periodic.md). */

/** Renders at a time; the line decides what runs, this bounds what is kept of it. */
const RENDER_SLOTS = 8;
/** Redis may be away; then whoever comes next sees that we are gone. */
const FAREWELL_MS = 1000;

interface PeriodicOptions {
  readonly front: string;
  readonly config: Config;
  readonly redisUrl: string;
  /** The front's own connection, for the chores and the overview. */
  readonly redis: Redis;
  /** Whether Redis can be asked now. */
  readonly isAvailable: () => boolean;
  readonly detachedTasks: DetachedTasks;
  readonly blobs: Blobs;
  readonly limits: SubmissionLimits;
  readonly storage: Pick<Storage, 'refusal'>;
  /** Of the other parts of the front. */
  readonly chores: readonly Chore[];
  readonly guesses: TokenGuesses;
  readonly log: Log;
}

export class Periodic implements Service {
  readonly overview: PeriodicOverview;
  private readonly store: RedisStore;
  private readonly exchange: Exchange;
  private readonly endpoint: PeriodicEndpoint;
  private readonly ends: RenderEnds;
  private readonly insiders: SystemWorker[] = [];
  /** Where it can be reached, once it is started. */
  addresses: readonly string[] = [];

  constructor(private readonly options: PeriodicOptions) {
    const { front, config, redisUrl, redis, detachedTasks, guesses, log } = options;
    this.store = new RedisStore({
      front,
      redis: connectOnce(redisUrl),
      blockingRedis: connectRedis(redisUrl, log),
      isAlone: config.redisUrl === undefined,
      isFull: () => options.storage.refusal('keep') !== undefined,
      isAvailable: options.isAvailable,
      onError: (error) => {
        if (!troubleOf(error)) log.error({ err: error }, 'jobs could not be changed');
      },
    });
    this.exchange = new Exchange(this.store, Date.now);
    this.overview = new PeriodicOverview(this.store, redis, (job) => cancelRender(detachedTasks, job));
    this.ends = new RenderEnds({ detachedTasks, redis, blockingRedis: connectRedis(redisUrl, log) });
    this.endpoint = new PeriodicEndpoint({
      exchange: this.exchange,
      front,
      token: config.periodicToken,
      allowsShutdown: config.periodicShutdown,
      guesses,
      log,
    });
  }

  /** For /metrics: what this front has done since its start. */
  get figures() {
    return { connections: this.endpoint.size, ...this.store.tally };
  }

  /** An address that cannot be opened is told in the log; everything else goes on. */
  async start(): Promise<void> {
    const { config, redis, detachedTasks, blobs, limits, log } = this.options;
    await this.store.start();
    await this.ends.start();
    const chores = [contentsChore(redis, config.restoreSeconds), ...this.options.chores];
    const render = renderHandler({ detachedTasks, ends: this.ends, blobs, limits });
    await this.employ('render', RENDER_SLOTS, new Map([[RENDER_FUNC, render]]));
    await this.employ('chores', 1, new Map(chores.map((chore) => [chore.func, choreHandler(chore, log)])));
    await scheduleChores(this.store, chores);
    if (config.periodic) this.addresses = await this.open();
  }

  private async open(): Promise<string[]> {
    const { config, log } = this.options;
    const opened = [await this.endpoint.openPort(config.periodicHost, config.periodicPort)];
    if (config.periodicSocket !== undefined) opened.push(await this.endpoint.openSocket(config.periodicSocket));
    const addresses: string[] = [];
    for (const one of opened) {
      if (one.ok) addresses.push(one.value);
      else log.error(one.failure.message);
    }
    if (addresses.length > 0) log.info({ addresses }, 'periodic listens');
    return addresses;
  }

  async stop(): Promise<void> {
    this.endpoint.stop();
    const failed = (error: unknown) => {
      if (!troubleOf(error)) this.options.log.warn({ err: error }, 'a worker of our own could not say goodbye');
    };
    const goodbye = Promise.all(this.insiders.map((worker) => worker.stop().catch(failed)));
    await Promise.race([goodbye, new Promise((resolve) => setTimeout(resolve, FAREWELL_MS).unref())]);
    this.ends.stop();
    this.exchange.close();
    await this.store.close();
  }

  private async employ(name: string, slots: number, handlers: ReadonlyMap<string, SystemJobHandler>): Promise<void> {
    const worker = new SystemWorker(this.exchange, `${this.options.front}.${name}`, handlers);
    this.insiders.push(worker);
    await worker.start(slots);
  }
}

/** What was on its way when the connection broke may have happened: it must not be sent again. */
function connectOnce(url: string): Redis {
  const redis = new Redis({ ...redisOptions(url), autoResendUnfulfilledCommands: false });
  // The front's other connections say when Redis is away.
  redis.on('error', () => undefined);
  return redis;
}
