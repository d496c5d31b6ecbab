import type { FastifyInstance } from 'fastify';
import type { Redis } from 'ioredis';
import type { SubmissionLimits } from '@/core/submission/limits';
import type { Failure } from '@/core/errors';
import { ADMISSION_LIMITS, STREAM_LIMITS } from '@/core/limits';
import type { OwnRequests } from '@/core/prc/ownRequests';
import type { Blobs } from '@/platform/blobs/blobs';
import type { Config } from '@/platform/config/config';
import type { Log } from '@/platform/log';
import type { Service } from '@/platform/service';
import type { ControlStore } from '../admin/controlStore';
import { CachedTasks, type CacheUse } from '../cache/cachedTasks';
import { CacheStore } from '../cache/store';
import { Toolchain } from '../cache/toolchain';
import { HeldBytes } from '../heldBytes';
import { pageBase, publicBase } from '../publicAddress';
import type { Identity } from '../identity';
import { Ledger } from '../ledger';
import { LinkEndpoint } from '../links/endpoint';
import { LinkStore } from '../links/linkStore';
import { pictureAddress } from '../links/pictures';
import { Reports } from '../links/reports';
import { McpEndpoint } from '../mcp/endpoint';
import type { Metrics } from '../metrics';
import type { CheckClient } from '../page/checkClient';
import type { Pages } from '../pages';
import { CountedTasks } from '../prc/countedTasks';
import type { DetachedTasks } from '../queue/detachedTasks';
import { AdmittedTasks, taskPlaces } from '../queue/admittedTasks';
import type { Tasks, Who } from '../queue/tasks';
import type { TokenGuesses } from '../tokenGuesses';
import { Unpacking } from '../unpacking';
import { RenderEndpoint } from './endpoint';

/** What stands around the line for those who want pictures: the cache, plain HTTP and shared links. */

interface RendersOptions {
  readonly config: Config;
  readonly redis: Redis;
  readonly blobs: Blobs;
  readonly tasks: Tasks;
  readonly detachedTasks: DetachedTasks;
  /** What the product counts for itself. */
  readonly own: OwnRequests;
  readonly metrics: Metrics;
  readonly guesses: TokenGuesses;
  readonly limits: SubmissionLimits;
  /** Why this one may not submit now, or have anything kept; undefined: they may. */
  readonly refusal: (who: Who) => Failure | undefined;
  readonly keepRefusal: (who: Who) => Failure | undefined;
  /** What is kept of asynchronous renders, for whom. */
  readonly ledger: Ledger;
  /** Why nobody may, if Redis cannot be used. */
  readonly unavailable: () => Failure | undefined;
  readonly log: Log;
}

/** What tools for language models need beside renders and links. */
interface ToolParts {
  readonly checks: CheckClient;
  readonly projectFolder: string;
}

export class Renders implements Service {
  readonly links: LinkStore;
  readonly reports: Reports;
  /** What clients have not read yet, however they asked for it. */
  readonly held = new HeldBytes(STREAM_LIMITS.maxHeldBytes);
  readonly unpacking = new Unpacking();
  /** The line behind the cache, for connections: each keeps its own place in the queue. */
  readonly forConnections: Tasks;
  private readonly toolchain: Toolchain;
  private readonly places = taskPlaces();
  readonly cache: CacheStore;

  constructor(private readonly options: RendersOptions) {
    const { config, redis, blobs, metrics } = options;
    const inAll = { count: config.maxLinks, bytes: config.linkBytes };
    const linkLedger = new Ledger(redis, 'links', { ofAddress: ADMISSION_LIMITS.linksOfAddress, inAll });
    this.links = new LinkStore(redis, blobs, linkLedger, { maxLinks: config.maxLinks, maxBytes: config.linkBytes });
    this.reports = new Reports(redis);
    this.toolchain = new Toolchain(redis, options.log);
    const limits = { memoryBytes: config.cacheMemoryBytes, storeBytes: config.cacheBytes };
    const mayStore = () => options.keepRefusal({ client: '', address: '' }) === undefined;
    this.cache = new CacheStore(redis, blobs, limits, mayStore);
    metrics.measureCache(() => this.cache.memoryBytes);
    metrics.measureLinks(() => this.links.size());
    this.forConnections = this.cached(options.tasks, false);
  }

  start(): Promise<void> {
    return this.toolchain.start();
  }

  stop(): Promise<void> {
    return this.toolchain.stop();
  }

  /** Another front may have emptied the cache; what is in this one's memory goes, too. */
  obey(controls: ControlStore): void {
    let known: number | undefined;
    controls.onChange(({ cacheClearedAtMs }) => {
      if (cacheClearedAtMs !== known) this.cache.forget();
      known = cacheClearedAtMs;
    });
  }

  async open(routes: FastifyInstance, identity: Identity, tools: ToolParts): Promise<void> {
    const { config, redis, blobs, detachedTasks, ledger, own, limits, keepRefusal, log } = this.options;
    const counted = new CountedTasks(this.options.tasks, own, 'http-render', this.options.unavailable);
    const shared = {
      tasks: this.cached(counted, true),
      held: this.held,
      unpacking: this.unpacking,
      identity,
      limits,
      log,
    };
    await new RenderEndpoint({ ...shared, detachedTasks, blobs, ledger, keepRefusal }).open(routes);
    const { allowedOrigins } = config;
    const baseFor = (host: string | undefined) => publicBase(config, host);
    const { links: store, reports } = this;
    const { guesses } = this.options;
    const parts = { store, reports, redis, allowedOrigins, baseFor, guesses };
    const links = new LinkEndpoint({ ...shared, keepRefusal, ...parts });
    await links.open(routes);
    await new McpEndpoint({ ...shared, ...tools, links, allowedOrigins }).open(routes);
  }

  /** What pages may ask. */
  pages(): Omit<Pages, 'welcomePicture'> {
    return {
      sharedLink: (id) => this.links.read(id),
      linkPicture: async (link) => pictureAddress(link, await this.links.picture(link)),
      publicBase: (host) => pageBase(this.options.config, host),
    };
  }

  private cached(tasks: Tasks, isSharing: boolean): Tasks {
    const { metrics, refusal, log } = this.options;
    const { cache: store, toolchain } = this;
    const onUse = (use: CacheUse) => metrics.cacheUses.inc({ use });
    const cached = new CachedTasks({ tasks, store, toolchain, isSharing, onUse, log });
    return new AdmittedTasks(cached, this.places, refusal);
  }
}
