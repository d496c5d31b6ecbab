import type { FastifyInstance } from 'fastify';
import type { Redis } from 'ioredis';
import type { SessionLimits } from '@/core/asyonline/sessionLimits';
import type { Failure } from '@/core/errors';
import type { OwnRequests } from '@/core/prc/ownRequests';
import type { Blobs } from '@/platform/blobs/blobs';
import type { Config } from '@/platform/config/config';
import type { Log } from '@/platform/log';
import type { ControlDesk } from '../admin/controlDesk';
import { CachedTasks, type CacheUse } from '../cache/cachedTasks';
import { CacheStore } from '../cache/store';
import { Toolchain } from '../cache/toolchain';
import type { Identity } from '../identity';
import { LinkDoor } from '../links/door';
import { LinkBook } from '../links/linkBook';
import { pictureAddress } from '../links/pictures';
import { Reports } from '../links/reports';
import type { Metrics } from '../metrics';
import type { Pages } from '../pages';
import { CountedTasks } from '../prc/countedTasks';
import type { Records } from '../queue/records';
import { GuardedTasks } from '../queue/guardedTasks';
import type { Tasks, Who } from '../queue/tasks';
import { RenderDoor } from './door';

/** What stands around the line for those who want pictures: the cache, plain HTTP and shared links. */

export interface RendersOptions {
  readonly config: Config;
  readonly redis: Redis;
  readonly blobs: Blobs;
  readonly tasks: Tasks;
  readonly records: Records;
  /** What the product counts for itself. */
  readonly own: OwnRequests;
  readonly metrics: Metrics;
  readonly limits: SessionLimits;
  /** Why this one may not submit now; undefined: they may. */
  readonly refusal: (who: Who) => Failure | undefined;
  readonly log: Log;
}

export class Renders {
  readonly links: LinkBook;
  readonly reports: Reports;
  /** The line behind the cache, for connections: each keeps its own place in the line. */
  readonly forConnections: Tasks;
  private readonly toolchain: Toolchain;
  readonly cache: CacheStore;

  constructor(private readonly options: RendersOptions) {
    const { config, redis, blobs, metrics } = options;
    this.links = new LinkBook(redis, blobs, { maxLinks: config.maxLinks, maxBytes: config.linkBytes });
    this.reports = new Reports(redis);
    this.toolchain = new Toolchain(redis);
    const limits = { memoryBytes: config.cacheMemoryBytes, storeBytes: config.cacheBytes };
    this.cache = new CacheStore(redis, blobs, limits);
    metrics.measureCache(() => this.cache.memoryBytes);
    metrics.measureLinks(() => this.links.size());
    this.forConnections = this.cached(options.tasks, false);
  }

  start(): Promise<void> {
    return this.toolchain.start();
  }

  stop(): void {
    this.toolchain.stop();
  }

  /** Another front may have emptied the cache; what is in this one's memory goes, too. */
  obey(desk: ControlDesk): void {
    let known: number | undefined;
    desk.onChange(({ cacheClearedAtMs }) => {
      if (cacheClearedAtMs !== known) this.cache.forget();
      known = cacheClearedAtMs;
    });
  }

  async open(routes: FastifyInstance, identity: Identity): Promise<void> {
    const { config, redis, blobs, records, own, limits, refusal, log } = this.options;
    const counted = new CountedTasks(this.options.tasks, own, 'http-render');
    const shared = { tasks: this.cached(counted, true), identity, limits, log };
    await new RenderDoor({ ...shared, records, blobs, refusal }).open(routes);
    const { allowedOrigins, publicUrl } = config;
    const { links: book, reports } = this;
    await new LinkDoor({ ...shared, book, reports, redis, allowedOrigins, publicUrl }).open(routes);
  }

  /** What pages may ask. */
  pages(): Omit<Pages, 'welcomePicture'> {
    return {
      sharedLink: (id) => this.links.read(id),
      linkPicture: async (link) => pictureAddress(link, await this.links.picture(link)),
      publicUrl: () => this.options.config.publicUrl?.replace(/\/$/, ''),
    };
  }

  private cached(tasks: Tasks, isSharing: boolean): Tasks {
    const { metrics, refusal, log } = this.options;
    const { cache: store, toolchain } = this;
    const onUse = (use: CacheUse) => metrics.cacheUses.inc({ use });
    return new GuardedTasks(new CachedTasks({ tasks, store, toolchain, isSharing, onUse, log }), refusal);
  }
}
