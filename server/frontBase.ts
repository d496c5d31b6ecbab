import { randomBytes } from 'node:crypto';
import { hostname } from 'node:os';
import type { Redis } from 'ioredis';
import { refusalOf } from '@/core/admin/control';
import type { AdminRole } from '@/core/admin/roles';
import { ADMISSION_LIMITS } from '@/core/limits';
import type { Level } from '@/core/schedule/levels';
import { AddressList } from '@/platform/addressList';
import type { Blobs } from '@/platform/blobs/blobs';
import { blobFolderOf, openBlobs } from '@/platform/blobs/open';
import type { ChildContext } from '@/platform/childContext';
import type { Config } from '@/platform/config/config';
import type { Log } from '@/platform/log';
import { connectRedis } from '@/platform/redis/connect';
import type { RedisState } from '@/platform/redis/redisState';
import type { Services } from '@/platform/service';
import { ControlStore } from './admin/controlStore';
import { sessionLimits, type SessionLimits } from './asyonline/sessionLimits';
import { readHealth, type Health } from './health';
import { Identity } from './identity';
import { Ledger } from './ledger';
import { Metrics } from './metrics';
import { ParallelRequests } from './prc/parallelRequests';
import { DetachedTasks } from './queue/detachedTasks';
import { PacedTasks } from './queue/pacedTasks';
import { TaskClient } from './queue/taskClient';
import type { Who } from './queue/tasks';
import { Renders } from './render/renders';
import { Storage } from './storage';
import { TokenGuesses } from './tokenGuesses';
import { ProxySignIn } from './proxySignIn';

/** What the endpoints of a front stand on, wired: who asks, what they may, where things are kept, and the queue. */

export interface FrontOptions {
  readonly config: Config;
  readonly context: ChildContext;
  /** What it is told while Redis is away is done when it is back. */
  readonly redis: Redis;
  /** Serves requests: gives up at once what it cannot do. */
  readonly requests: Redis;
  readonly state: RedisState;
  /** As configured. */
  readonly levels: readonly Level[];
  /** Of people whom a proxy signs in. */
  readonly proxyRoles: ReadonlyMap<string, AdminRole>;
  /** Whose certificates workers may show. */
  readonly workerAuthority: Buffer | undefined;
  readonly log: Log;
}

export class FrontBase {
  readonly id = `f-${randomBytes(6).toString('hex')}`;
  readonly metrics = new Metrics();
  readonly guesses = new TokenGuesses();
  readonly signIn: ProxySignIn;
  readonly identity: Identity;
  readonly controls: ControlStore;
  readonly limits: SessionLimits;
  readonly storage: Storage;
  readonly blobs: Blobs;
  readonly tasks: TaskClient;
  /** Batch work, for those who have time until Redis is back. */
  readonly detachedTasks: DetachedTasks;
  readonly prc: ParallelRequests;
  readonly renders: Renders;

  constructor(
    private readonly options: FrontOptions,
    secret: Buffer,
  ) {
    const { config, context, redis, requests, state, levels, log } = options;
    const { metrics, guesses } = this;
    const { dataFolder } = context;
    const connect = () => this.connect();
    this.signIn = new ProxySignIn(config, options.proxyRoles);
    this.identity = new Identity(secret, new AddressList(config.trustedProxies), (request) =>
      this.signIn.personIn(request),
    );
    this.controls = new ControlStore(requests, log);
    this.limits = sessionLimits(config, levels, this.controls);
    const weigh = (isOver: () => boolean) => this.blobs.weigh(isOver);
    // In S3 they take no room on a disk of ours.
    const blobFolder = config.s3Url === undefined ? blobFolderOf(config, dataFolder) : undefined;
    this.storage = new Storage({ redis, dataFolder, blobFolder, weigh, blobBytes: config.blobBytes, log });
    this.blobs = openBlobs(config, dataFolder, (bytes) => this.storage.wrote(bytes));
    this.tasks = new TaskClient({
      front: this.id,
      place: `${hostname()}/${context.instance}`,
      redis,
      requests,
      blockingRedis: connect(),
      trust: { secret: config.workerSecret, authority: options.workerAuthority },
      onEnd: (how, seconds) => metrics.ended(how, seconds),
      onTimings: (timings) => metrics.timed(timings),
      log,
    });
    const ledger = new Ledger(requests, 'renders', ADMISSION_LIMITS.asynchronousRenders);
    const kept = { front: this.id, connect, blobs: this.blobs, ledger, log };
    this.detachedTasks = new DetachedTasks({ ...kept, redis });
    this.prc = new ParallelRequests({ front: this.id, config, redis, connect, state, guesses });
    const { controls, storage, limits, blobs, tasks } = this;
    const refusal = (who: Who) => state.failure ?? refusalOf(controls.current, who) ?? storage.refusal('render');
    this.renders = new Renders({
      ...{
        config,
        redis: requests,
        blobs,
        tasks: new PacedTasks(tasks),
        ledger,
        own: this.prc.own,
        metrics,
        guesses,
        limits,
        log,
      },
      detachedTasks: new DetachedTasks({ ...kept, redis: requests }),
      refusal,
      keepRefusal: (who: Who) => refusal(who) ?? storage.refusal('keep'),
      unavailable: () => state.failure,
    });
    this.renders.obey(controls);
    metrics.watchLine(requests, () => this.readHealth());
    metrics.measureBlobs(() => storage.blobBytes);
    metrics.watchParallelRequests(this.prc);
  }

  addTo(services: Services): void {
    services.add('controls', this.controls);
    services.add('storage', this.storage);
    services.add('tasks', this.tasks);
    services.add('renders', this.renders);
    services.add('detached tasks', this.detachedTasks);
    services.add('parallel requests', this.prc);
  }

  /** A connection of one's own, for those that block. */
  connect(): Redis {
    return connectRedis(this.options.context.redisUrl, this.options.log);
  }

  readHealth(): Promise<Health> {
    const { config, context, requests, state } = this.options;
    const { blobFolder } = config;
    const folders = { DATA_DIR: context.dataFolder, ...(blobFolder !== undefined && { BLOB_FOLDER: blobFolder }) };
    return readHealth(requests, folders, state);
  }
}
