import { randomBytes } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import next from 'next';
import type { Redis } from 'ioredis';
import { DEFAULT_SESSION_LIMITS, type SessionLimits } from '@/core/asyonline/sessionLimits';
import { failure, type Failure } from '@/core/errors';
import type { Counter } from '@/core/prc/counter';
import { MemoryCounter } from '@/core/prc/memoryCounter';
import type { Blobs } from '@/platform/blobs/blobs';
import { openBlobs } from '@/platform/blobs/open';
import type { Config } from '@/platform/config/config';
import type { Inside } from '@/platform/inside';
import type { Log } from '@/platform/log';
import { connectRedis } from '@/platform/redis/connect';
import { VERSION } from '@/platform/version';
import { adminToken } from './adminToken';
import { Contents } from './asyonline/contents';
import { AsyonlineDoor } from './asyonline/door';
import { readHealth } from './health';
import { createHttp } from './http';
import { Identity, sharedSecret } from './identity';
import { Metrics } from './metrics';
import { providePages } from './pages';
import { CheckClient } from './page/checkClient';
import { PageDoor } from './page/door';
import { Periodic } from './periodic/periodic';
import { PrcDoor } from './prc/door';
import { RedisCounter } from './prc/redisCounter';
import { Records } from './queue/records';
import { TaskClient } from './queue/taskClient';
import { TaskGraphs } from './taskgraph/taskGraphs';
import { RateLimit } from './rateLimit';
import { UpgradeRouter } from './upgrade';
import { Welcome } from './welcome';

/** A front: the process that clients connect to. Puts the doors together and opens them. */

export interface FrontOptions {
  readonly config: Config;
  readonly inside: Inside;
  readonly redis: Redis;
  readonly maxDurationSeconds: number;
  readonly log: Log;
}

/** What clients are told before their sockets are closed needs a moment to reach them. */
const FAREWELL_MILLISECONDS = 200;

export class Front {
  private server: Server | undefined;
  private readonly tasks: TaskClient;
  private readonly blobs: Blobs;
  private readonly records: Records;
  private readonly welcome: Welcome;
  private readonly metrics = new Metrics();
  private asyonline: AsyonlineDoor | undefined;
  private prc: PrcDoor | undefined;
  private periodic: Periodic | undefined;
  private page: PageDoor | undefined;
  private graphs: TaskGraphs | undefined;
  private checks: CheckClient | undefined;
  private closeCounter: (() => Promise<void>) | undefined;
  private readonly id = `f-${randomBytes(6).toString('hex')}`;

  constructor(private readonly options: FrontOptions) {
    const { config, inside, redis, log } = options;
    this.tasks = new TaskClient({
      front: this.id,
      redis,
      ear: connectRedis(inside.redisUrl, log),
      workerSecret: config.workerSecret,
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
    this.blobs = openBlobs({ blobFolder: config.blobFolder, dataFolder: inside.dataFolder });
    this.records = new Records({
      front: this.id,
      redis,
      connect: () => connectRedis(inside.redisUrl, log),
      blobs: this.blobs,
      log,
    });
    this.welcome = new Welcome(this.tasks, log, inside.projectFolder);
  }

  async start(): Promise<{ address: string; adminToken: string; periodic: string[] } | Failure> {
    const { config, inside, redis, log } = this.options;
    await this.tasks.start();
    const identity = new Identity(await sharedSecret(redis), config.trustedProxies);
    // Next adds listeners of its own to the server it is given: it gets one that never listens.
    const decoy = createServer();
    const app = next({
      dev: inside.development,
      dir: inside.projectFolder,
      httpServer: decoy,
      hostname: config.host,
      port: config.port,
    });
    providePages({ welcomePicture: () => this.welcome.svg });
    // Sockets need no pages: they are served at once, and whoever asks for a page waits until it can be made.
    const prepared = app.prepare();
    const handlePage = app.getRequestHandler();
    const renderPage: typeof handlePage = async (request, response) => {
      await prepared;
      return handlePage(request, response);
    };
    const rates = new RateLimit();
    const graphs = this.openGraphs(identity);
    this.graphs = graphs;
    const { server } = await createHttp({
      holdRequest: (request) => rates.request(identity.whoIs(request).address),
      redis,
      identity,
      metrics: this.metrics,
      metricsOpen: config.metricsOpen,
      secureCookies: config.publicUrl?.startsWith('https:') ?? false,
      development: inside.development,
      renderPage,
      judgePrc: (request) => this.prc?.judge(request, false) ?? { kind: 'off' },
      doors: [(routes) => graphs.serve(routes)],
      log,
    });
    this.server = server;
    const router = new UpgradeRouter((request) => rates.socket(identity.whoIs(request).address));
    router.listen(server);
    // The development server's own socket.
    router.ownBelow('/_next/', (request, socket, head) => void decoy.emit('upgrade', request, socket, head));
    this.asyonline = this.openAsyonline(identity);
    this.asyonline.open(router);
    this.metrics.countConnections(() => this.asyonline?.size ?? 0);
    this.prc = await this.openPrc(redis);
    this.prc.open(router);
    this.checks = new CheckClient(redis, inside.redisUrl);
    this.page = new PageDoor({
      checks: this.checks,
      identity,
      allowedOrigins: config.allowedOrigins,
      readHealth: () => readHealth(redis),
      log,
    });
    this.page.open(router);
    await graphs.start();
    const failed = await this.listen(server);
    if (failed) return failed;
    const periodic = await this.openPeriodic(redis);
    await prepared;
    this.welcome.render();
    return { address: this.address(server), adminToken: await adminToken(redis, config.adminToken), periodic };
  }

  /** Says goodbye to everyone, then closes. */
  async stop(): Promise<void> {
    this.welcome.stop();
    this.asyonline?.shutDown();
    this.prc?.shutDown();
    this.page?.close();
    this.server?.close();
    await new Promise((resolve) => setTimeout(resolve, this.asyonline?.size ? FAREWELL_MILLISECONDS : 0));
    this.server?.closeAllConnections();
    await this.graphs?.stop();
    await this.periodic?.stop();
    await this.closeCounter?.();
    await this.checks?.close();
    await this.records.stop();
    await this.tasks.stop();
  }

  private openAsyonline(identity: Identity): AsyonlineDoor {
    const { config, redis, log } = this.options;
    return new AsyonlineDoor({
      tasks: this.tasks,
      contents: new Contents(redis, { keepSeconds: config.restoreSeconds, maxBytes: config.restoreBytes }),
      limits: this.limits(),
      allowedOrigins: config.allowedOrigins,
      pingIntervalSeconds: config.pingIntervalSeconds,
      whoIs: (request) => identity.whoIs(request),
      log,
    });
  }

  private limits(): SessionLimits {
    const { config, maxDurationSeconds } = this.options;
    return {
      ...DEFAULT_SESSION_LIMITS,
      maxSourceBytes: config.maxSourceBytes,
      dataExtensions: config.dataExtensions,
      idleStage1Seconds: config.idleStage1Seconds,
      maxDurationSeconds,
      shellIdleSeconds: config.shellIdleSeconds,
      shellTotalSeconds: config.shellTotalSeconds,
    };
  }

  private openGraphs(identity: Identity): TaskGraphs {
    const { config, inside, redis, log, maxDurationSeconds } = this.options;
    return new TaskGraphs({
      redis,
      connect: () => connectRedis(inside.redisUrl, log),
      blobs: this.blobs,
      records: this.records,
      identity,
      allowedOrigins: config.allowedOrigins,
      firstAdminToken: () => adminToken(redis, config.adminToken),
      countBackends: async () => (await readHealth(redis)).backends.total,
      maxDurationSeconds,
      version: VERSION,
      leaseSeconds: config.graphLeaseSeconds,
      log,
    });
  }

  private openPeriodic(redis: Redis): Promise<string[]> {
    const { config, inside, log } = this.options;
    const { tasks, id: front } = this;
    const shared = { front, config, redisUrl: inside.redisUrl, redis, tasks, log };
    const chores = [{ func: 'asyground.records', everySeconds: 60, run: () => this.records.sweep() }];
    this.periodic = new Periodic({ ...shared, limits: this.limits(), chores });
    return this.periodic.start();
  }

  /** With an embedded Redis there is one front, and its own memory counts fastest. */
  private async openPrc(redis: Redis): Promise<PrcDoor> {
    const { config, inside, log } = this.options;
    let counter: Counter = new MemoryCounter();
    if (config.redisUrl !== undefined) {
      const shared = new RedisCounter(this.id, redis, connectRedis(inside.redisUrl, log));
      await shared.start();
      this.closeCounter = () => shared.close();
      counter = shared;
    }
    return new PrcDoor({ counter, authToken: config.prcToken, allowedOrigins: config.allowedOrigins });
  }

  private listen(server: Server): Promise<Failure | undefined> {
    const { host, port } = this.options.config;
    return new Promise((resolve) => {
      server.once('error', (error: NodeJS.ErrnoException) => {
        const taken = error.code === 'EADDRINUSE';
        resolve(
          failure(
            'config',
            taken
              ? `Port ${port} on ${host} is taken. Stop what uses it, or give another PORT.`
              : `${host}:${port} cannot be listened on: ${error.message}`,
          ),
        );
      });
      server.listen(port, host, () => resolve(undefined));
    });
  }

  private address(server: Server): string {
    const { config } = this.options;
    const bound = server.address();
    const port = typeof bound === 'object' && bound ? bound.port : config.port;
    return (
      config.publicUrl ?? `http://${config.host.includes(':') ? `[${config.host}]` : config.host}:${port}`
    ).replace(/\/$/, '');
  }
}
