import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import next from 'next';
import type { Redis } from 'ioredis';
import { refusalOf } from '@/core/admin/control';
import { DEFAULT_SESSION_LIMITS, type SessionLimits } from '@/core/asyonline/sessionLimits';
import type { Failure } from '@/core/errors';
import { ADMISSION_LIMITS } from '@/core/limits';
import { longestSeconds, type Level } from '@/core/schedule/levels';
import type { Blobs } from '@/platform/blobs/blobs';
import { blobFolderOf, openBlobs } from '@/platform/blobs/open';
import type { Config } from '@/platform/config/config';
import type { ChildContext } from '@/platform/childContext';
import type { Log } from '@/platform/log';
import { connectRedis } from '@/platform/redis/connect';
import { KEYS } from '@/platform/redis/keys';
import { REQUESTS, untilOpen, type RedisState } from '@/platform/redis/redisState';
import { VERSION } from '@/platform/version';
import { AdminSide } from './admin/admin';
import { ControlStore } from './admin/controlStore';
import { actionsOf, panelsOf } from './adminEndpoints';
import { Contents } from './asyonline/contents';
import { AsyonlineEndpoint } from './asyonline/endpoint';
import { readHeartbeats, readHealth, type Health } from './health';
import { createHttp } from './http';
import { Identity } from './identity';
import { Ledger } from './ledger';
import { Connections, connectionLimits } from './connections';
import { addressOf, listen } from './listening';
import { Metrics } from './metrics';
import { providePages } from './pages';
import { CheckClient } from './page/checkClient';
import { pageFiles } from './pageFiles';
import { PageEndpoint } from './page/endpoint';
import { Periodic } from './periodic/periodic';
import { CountedTasks } from './prc/countedTasks';
import { ParallelRequests } from './prc/parallelRequests';
import { levelsOf } from './queue/applyControl';
import { DetachedTasks } from './queue/detachedTasks';
import { TaskClient } from './queue/taskClient';
import type { Who } from './queue/tasks';
import { Storage } from './storage';
import { TaskGraphs } from './taskgraph/taskGraphs';
import { RateLimit } from './rateLimit';
import { Renders } from './render/renders';
import { sessionSecret } from './sessionSecret';
import { TokenGuesses } from './tokenGuesses';
import { UpgradeRouter } from './upgrade';
import { Welcome } from './welcome';

/** A front: the process that clients connect to. Puts the endpoints together and opens them. */

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
  /** Whose certificates workers may show. */
  readonly workerAuthority: Buffer | undefined;
  readonly log: Log;
}

/** What clients are told before their sockets are closed needs a moment to reach them. */
const FAREWELL_MS = 200;

export class Front {
  private server: Server | undefined;
  private readonly tasks: TaskClient;
  private readonly blobs: Blobs;
  private readonly storage: Storage;
  private readonly detachedTasks: DetachedTasks;
  private readonly renders: Renders;
  private readonly controls: ControlStore;
  private admin: AdminSide | undefined;
  private readonly welcome: Welcome;
  private readonly metrics = new Metrics();
  private asyonline: AsyonlineEndpoint | undefined;
  private readonly prc: ParallelRequests;
  private readonly periodic: Periodic;
  private page: PageEndpoint | undefined;
  private graphs: TaskGraphs | undefined;
  private checks: CheckClient | undefined;
  private readonly guesses = new TokenGuesses();
  private readonly id = `f-${randomBytes(6).toString('hex')}`;

  constructor(private readonly options: FrontOptions) {
    const { config, context, redis, requests, state, log } = options;
    this.controls = new ControlStore(requests);
    this.tasks = new TaskClient({
      front: this.id,
      redis,
      requests,
      blockingRedis: connectRedis(context.redisUrl, log),
      trust: { secret: config.workerSecret, authority: options.workerAuthority },
      onEnd: (how, seconds) => {
        this.metrics.tasks.inc({ outcome: how });
        this.metrics.renderSeconds.observe(seconds);
      },
      onTimings: (timings) => {
        for (const [stage, milliseconds] of Object.entries(timings))
          this.metrics.stageSeconds.observe({ stage }, milliseconds / 1000);
      },
      log,
    });
    const { dataFolder } = context;
    const blobFolder = blobFolderOf({ blobFolder: config.blobFolder, dataFolder });
    this.storage = new Storage({ redis, dataFolder, blobFolder, blobBytes: config.blobBytes, log });
    this.blobs = openBlobs({ blobFolder: config.blobFolder, dataFolder }, (bytes) => this.storage.wrote(bytes));
    const ledger = new Ledger(requests, 'renders', ADMISSION_LIMITS.asynchronousRenders);
    const connect = () => connectRedis(context.redisUrl, log);
    const owned = { front: this.id, connect, blobs: this.blobs, ledger, log };
    this.detachedTasks = new DetachedTasks({ ...owned, redis });
    this.prc = new ParallelRequests({
      front: this.id,
      config,
      redis,
      connect,
      state,
      guesses: this.guesses,
    });
    const { tasks, blobs, metrics, guesses } = this;
    const { own } = this.prc;
    const refusal = (who: Who) =>
      state.failure ?? refusalOf(this.controls.current, who) ?? this.storage.refusal('render');
    const keepRefusal = (who: Who) => refusal(who) ?? this.storage.refusal('keep');
    const detachedTasks = new DetachedTasks({ ...owned, redis: requests });
    const shared = { config, redis: requests, blobs, tasks, detachedTasks, ledger, own, metrics, guesses, log };
    const refusals = { refusal, keepRefusal, unavailable: () => state.failure };
    this.renders = new Renders({ ...shared, limits: this.limits(), ...refusals });
    this.renders.obey(this.controls);
    this.periodic = this.makePeriodic();
    this.welcome = new Welcome(this.tasks, log, context.projectFolder);
  }

  async start(): Promise<{ address: string; adminToken: string | undefined; periodic: string[] } | Failure> {
    const { config, context, requests: redis, state, log } = this.options;
    await untilOpen(redis);
    await this.controls.start();
    await this.storage.start();
    await this.tasks.start();
    await this.renders.start();
    const secret = await sessionSecret(config, context.dataFolder, log);
    await redis.del(KEYS.formerSecret);
    const identity = new Identity(secret, config.trustedProxies);
    const { blobFolder } = config;
    const folders = { DATA_DIR: context.dataFolder, ...(blobFolder !== undefined && { BLOB_FOLDER: blobFolder }) };
    const health = () => readHealth(redis, folders, state);
    const admin = this.makeAdmin(secret, identity, health);
    this.admin = admin;
    // Next adds listeners of its own to the server it is given: it gets one that never listens.
    const decoy = createServer();
    const app = next({
      dev: context.development,
      dir: context.projectFolder,
      httpServer: decoy,
      hostname: config.host,
      port: config.port,
    });
    providePages({ welcomePicture: () => this.welcome.svg, ...this.renders.pages() });
    // Sockets need no pages: they are served at once, and whoever asks for a page waits until it can be made.
    const prepared = app.prepare();
    const handlePage = app.getRequestHandler();
    const renderPage: typeof handlePage = async (request, response) => {
      await prepared;
      return handlePage(request, response);
    };
    const rates = new RateLimit();
    const graphs = this.openGraphs(identity, admin);
    this.graphs = graphs;
    const { server } = await createHttp({
      holdRequest: (request) => rates.request(identity.whoIs(request).address),
      redis,
      state,
      readHealth: health,
      unreadSeconds: config.unreadSeconds,
      identity,
      metrics: this.metrics,
      metricsOpen: config.metricsOpen,
      guesses: this.guesses,
      isAdminToken: (token) => admin.isAdminToken(token),
      secureCookies: config.publicUrl?.startsWith('https:') ?? false,
      development: context.development,
      isFile: pageFiles(context.projectFolder),
      renderPage,
      judgePrc: (request) => this.prc.endpoint.judge(request, false, identity.whoIs(request).address),
      openEndpoints: async (routes) => {
        admin.openRoutes(routes);
        await this.renders.open(routes, identity);
        graphs.serve(routes);
      },
      log,
    });
    this.server = server;
    new Connections(connectionLimits(), config.trustedProxies, log).watch(server);
    const addressFor = (request: IncomingMessage) => identity.whoIs(request).address;
    const router = new UpgradeRouter((request) => rates.socket(addressFor(request)), addressFor);
    router.listen(server);
    // The development server's own socket.
    router.ownBelow('/_next/', (request, socket, head) => void decoy.emit('upgrade', request, socket, head));
    this.asyonline = this.openAsyonline(identity);
    this.asyonline.open(router);
    this.metrics.watchLine(redis, health);
    this.metrics.countConnections(() => this.asyonline?.size ?? 0);
    this.metrics.measureBlobs(() => this.storage.blobBytes);
    await this.prc.start();
    this.prc.endpoint.open(router, addressFor);
    this.metrics.watchParallelRequests(this.prc);
    this.checks = new CheckClient(redis, context.redisUrl);
    this.page = new PageEndpoint({
      checks: this.checks,
      identity,
      allowedOrigins: config.allowedOrigins,
      readHealth: health,
      controls: this.controls,
      log,
    });
    this.page.open(router);
    admin.openSockets(this.page.io);
    await graphs.start();
    this.metrics.watchGraphs(async () => (await graphs.overview()).states);
    const failed = await listen(server, config);
    if (failed) return failed;
    const periodic = await this.periodic.start();
    this.metrics.watchPeriodic(this.periodic);
    await prepared;
    this.welcome.render();
    return { address: addressOf(server, config), adminToken: await admin.firstToken(), periodic };
  }

  /** Says goodbye to everyone, then closes. */
  async stop(): Promise<void> {
    this.welcome.stop();
    this.asyonline?.shutDown();
    this.prc.endpoint.shutDown();
    this.page?.close();
    this.admin?.close();
    this.controls.stop();
    this.server?.close();
    await new Promise((resolve) => setTimeout(resolve, this.asyonline?.size ? FAREWELL_MS : 0));
    this.server?.closeAllConnections();
    await this.graphs?.stop();
    await this.periodic.stop();
    await this.prc.close();
    await this.checks?.close();
    await this.detachedTasks.stop();
    this.renders.stop();
    this.storage.stop();
    await this.tasks.stop();
  }

  private makeAdmin(secret: Buffer, identity: Identity, health: () => Promise<Health>): AdminSide {
    const { config, context, requests: redis, log } = this.options;
    const { controls, guesses } = this;
    const { dataFolder } = context;
    const { prc, periodic, renders, metrics } = this;
    const endpoints = { prc, periodic, renders, graphs: () => this.graphs, metrics, controls };
    const own = { panels: panelsOf(endpoints), actions: actionsOf(endpoints) };
    return new AdminSide({
      redis,
      blobs: this.blobs,
      secret,
      config,
      dataFolder,
      identity,
      guesses,
      controls,
      readHealth: health,
      ...own,
      log,
    });
  }

  private openAsyonline(identity: Identity): AsyonlineEndpoint {
    const { config, requests: redis, state, log } = this.options;
    return new AsyonlineEndpoint({
      tasks: new CountedTasks(this.renders.forConnections, this.prc.own, 'shell', () => state.failure),
      contents: new Contents(redis, { keepSeconds: config.restoreSeconds, maxBytes: config.restoreBytes }),
      limits: this.limits(),
      held: this.renders.held,
      unreadSeconds: config.unreadSeconds,
      allowedOrigins: config.allowedOrigins,
      pingIntervalSeconds: config.pingIntervalSeconds,
      whoIs: (request) => identity.whoIs(request),
      log,
    });
  }

  private limits(): SessionLimits {
    const { config, levels } = this.options;
    const inForce = () => levelsOf(this.controls.current, levels);
    return {
      ...DEFAULT_SESSION_LIMITS,
      maxSourceBytes: config.maxSourceBytes,
      dataExtensions: config.dataExtensions,
      idleStage1Seconds: config.idleStage1Seconds,
      // Administrators may change the levels at any time.
      get maxDurationSeconds() {
        return longestSeconds(inForce());
      },
      get levelSeconds() {
        return inForce().map((level) => level.durationSeconds);
      },
      shellIdleSeconds: config.shellIdleSeconds,
      shellTotalSeconds: config.shellTotalSeconds,
    };
  }

  private openGraphs(identity: Identity, admin: AdminSide): TaskGraphs {
    const { config, context, requests, state, log, levels } = this.options;
    // Many small questions at the same time: those of one moment go together.
    const redis = connectRedis(context.redisUrl, log, { ...REQUESTS, enableAutoPipelining: true });
    state.serve(redis);
    return new TaskGraphs({
      redis,
      isAvailable: () => state.isAvailable,
      connect: () => connectRedis(context.redisUrl, log),
      blobs: this.blobs,
      detachedTasks: this.detachedTasks,
      storage: this.storage,
      identity,
      allowedOrigins: config.allowedOrigins,
      guesses: this.guesses,
      isAdminToken: (token) => admin.isAdminToken(token),
      isAdminSession: (cookies) => admin.isAdminSession(cookies),
      countBackends: async () =>
        (await readHeartbeats(requests)).reduce((sum, { backends }) => sum + backends.length, 0),
      maxDurationSeconds: longestSeconds(levels),
      version: VERSION,
      leaseSeconds: config.graphLeaseSeconds,
      log,
    });
  }

  private makePeriodic(): Periodic {
    const { config, context, redis, state, log } = this.options;
    const { detachedTasks, blobs, storage, guesses, id: front } = this;
    const isAvailable = () => state.isAvailable;
    const shared = {
      front,
      config,
      redisUrl: context.redisUrl,
      redis,
      isAvailable,
      detachedTasks,
      blobs,
      storage,
      guesses,
      log,
    };
    const chores = [
      { func: 'asyground.detached', everySeconds: 60, run: () => this.detachedTasks.sweep() },
      { func: 'asyground.links', everySeconds: 60, run: () => this.renders.links.sweep() },
    ];
    return new Periodic({ ...shared, limits: this.limits(), chores });
  }
}
