import { randomBytes } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import next from 'next';
import type { Redis } from 'ioredis';
import { refusalOf } from '@/core/admin/control';
import { DEFAULT_SESSION_LIMITS, type SessionLimits } from '@/core/asyonline/sessionLimits';
import type { Failure } from '@/core/errors';
import { longestSeconds, type Level } from '@/core/schedule/levels';
import type { Blobs } from '@/platform/blobs/blobs';
import { openBlobs } from '@/platform/blobs/open';
import type { Config } from '@/platform/config/config';
import type { Inside } from '@/platform/inside';
import type { Log } from '@/platform/log';
import { connectRedis } from '@/platform/redis/connect';
import { VERSION } from '@/platform/version';
import { AdminSide } from './admin/admin';
import { ControlDesk } from './admin/controlDesk';
import { leversOf, panelsOf } from './adminDoors';
import { Contents } from './asyonline/contents';
import { AsyonlineDoor } from './asyonline/door';
import { readCards, readHealth, type Health } from './health';
import { createHttp } from './http';
import { Identity, sharedSecret } from './identity';
import { addressOf, listen } from './listening';
import { Metrics } from './metrics';
import { providePages } from './pages';
import { CheckClient } from './page/checkClient';
import { PageDoor } from './page/door';
import { Periodic } from './periodic/periodic';
import { CountedTasks } from './prc/countedTasks';
import { ParallelRequests } from './prc/parallelRequests';
import { levelsOf } from './queue/obedience';
import { Records } from './queue/records';
import { TaskClient } from './queue/taskClient';
import type { Who } from './queue/tasks';
import { TaskGraphs } from './taskgraph/taskGraphs';
import { RateLimit } from './rateLimit';
import { Renders } from './render/renders';
import { UpgradeRouter } from './upgrade';
import { Welcome } from './welcome';

/** A front: the process that clients connect to. Puts the doors together and opens them. */

export interface FrontOptions {
  readonly config: Config;
  readonly inside: Inside;
  readonly redis: Redis;
  /** As configured. */
  readonly levels: readonly Level[];
  /** Whose certificates workers may show. */
  readonly workerAuthority: Buffer | undefined;
  readonly log: Log;
}

/** What clients are told before their sockets are closed needs a moment to reach them. */
const FAREWELL_MILLISECONDS = 200;

export class Front {
  private server: Server | undefined;
  private readonly tasks: TaskClient;
  private readonly blobs: Blobs;
  private readonly records: Records;
  private readonly renders: Renders;
  private readonly desk: ControlDesk;
  private admin: AdminSide | undefined;
  private readonly welcome: Welcome;
  private readonly metrics = new Metrics();
  private asyonline: AsyonlineDoor | undefined;
  private readonly prc: ParallelRequests;
  private readonly periodic: Periodic;
  private page: PageDoor | undefined;
  private graphs: TaskGraphs | undefined;
  private checks: CheckClient | undefined;
  private readonly id = `f-${randomBytes(6).toString('hex')}`;

  constructor(private readonly options: FrontOptions) {
    const { config, inside, redis, log } = options;
    this.desk = new ControlDesk(redis);
    this.tasks = new TaskClient({
      front: this.id,
      redis,
      ear: connectRedis(inside.redisUrl, log),
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
    this.blobs = openBlobs({ blobFolder: config.blobFolder, dataFolder: inside.dataFolder });
    this.records = new Records({
      front: this.id,
      redis,
      connect: () => connectRedis(inside.redisUrl, log),
      blobs: this.blobs,
      log,
    });
    this.prc = new ParallelRequests({
      front: this.id,
      config,
      redis,
      connect: () => connectRedis(inside.redisUrl, log),
    });
    const { tasks, blobs, records, metrics } = this;
    const { own } = this.prc;
    const refusal = (who: Who) => refusalOf(this.desk.current, who);
    const shared = { config, redis, blobs, tasks, records, own, metrics, log };
    this.renders = new Renders({ ...shared, limits: this.limits(), refusal });
    this.renders.obey(this.desk);
    this.periodic = this.makePeriodic();
    this.welcome = new Welcome(this.tasks, log, inside.projectFolder);
  }

  async start(): Promise<{ address: string; adminToken: string | undefined; periodic: string[] } | Failure> {
    const { config, inside, redis, log } = this.options;
    await this.desk.start();
    await this.tasks.start();
    await this.renders.start();
    const secret = await sharedSecret(redis);
    const identity = new Identity(secret, config.trustedProxies);
    const { blobFolder } = config;
    const folders = { DATA_DIR: inside.dataFolder, ...(blobFolder !== undefined && { BLOB_FOLDER: blobFolder }) };
    const health = () => readHealth(redis, folders);
    const admin = this.makeAdmin(secret, identity, health);
    this.admin = admin;
    // Next adds listeners of its own to the server it is given: it gets one that never listens.
    const decoy = createServer();
    const app = next({
      dev: inside.development,
      dir: inside.projectFolder,
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
      readHealth: health,
      identity,
      metrics: this.metrics,
      metricsOpen: config.metricsOpen,
      secureCookies: config.publicUrl?.startsWith('https:') ?? false,
      development: inside.development,
      renderPage,
      judgePrc: (request) => this.prc.door.judge(request, false),
      openDoors: async (routes) => {
        admin.openRoutes(routes);
        await this.renders.open(routes, identity);
        graphs.serve(routes);
      },
      log,
    });
    this.server = server;
    const router = new UpgradeRouter((request) => rates.socket(identity.whoIs(request).address));
    router.listen(server);
    // The development server's own socket.
    router.ownBelow('/_next/', (request, socket, head) => void decoy.emit('upgrade', request, socket, head));
    this.asyonline = this.openAsyonline(identity);
    this.asyonline.open(router);
    this.metrics.watchLine(redis, health);
    this.metrics.countConnections(() => this.asyonline?.size ?? 0);
    await this.prc.start();
    this.prc.door.open(router);
    this.metrics.watchParallelRequests(this.prc);
    this.checks = new CheckClient(redis, inside.redisUrl);
    this.page = new PageDoor({
      checks: this.checks,
      identity,
      allowedOrigins: config.allowedOrigins,
      readHealth: health,
      desk: this.desk,
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
    this.prc.door.shutDown();
    this.page?.close();
    this.admin?.close();
    this.desk.stop();
    this.server?.close();
    await new Promise((resolve) => setTimeout(resolve, this.asyonline?.size ? FAREWELL_MILLISECONDS : 0));
    this.server?.closeAllConnections();
    await this.graphs?.stop();
    await this.periodic.stop();
    await this.prc.close();
    await this.checks?.close();
    await this.records.stop();
    this.renders.stop();
    await this.tasks.stop();
  }

  private makeAdmin(secret: Buffer, identity: Identity, health: () => Promise<Health>): AdminSide {
    const { config, inside, redis, log } = this.options;
    const { desk } = this;
    const { dataFolder } = inside;
    const { prc, periodic, renders, metrics } = this;
    const doors = { prc, periodic, renders, graphs: () => this.graphs, metrics, desk };
    const own = { panels: panelsOf(doors), levers: leversOf(doors) };
    return new AdminSide({ redis, secret, config, dataFolder, identity, desk, readHealth: health, ...own, log });
  }

  private openAsyonline(identity: Identity): AsyonlineDoor {
    const { config, redis, log } = this.options;
    return new AsyonlineDoor({
      tasks: new CountedTasks(this.renders.forConnections, this.prc.own, 'shell'),
      contents: new Contents(redis, { keepSeconds: config.restoreSeconds, maxBytes: config.restoreBytes }),
      limits: this.limits(),
      allowedOrigins: config.allowedOrigins,
      pingIntervalSeconds: config.pingIntervalSeconds,
      whoIs: (request) => identity.whoIs(request),
      log,
    });
  }

  private limits(): SessionLimits {
    const { config, levels } = this.options;
    const inForce = () => levelsOf(this.desk.current, levels);
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
    const { config, inside, redis, log, levels } = this.options;
    return new TaskGraphs({
      // Many small questions at the same time: those of one moment go together.
      redis: connectRedis(inside.redisUrl, log, { enableAutoPipelining: true }),
      connect: () => connectRedis(inside.redisUrl, log),
      blobs: this.blobs,
      records: this.records,
      identity,
      allowedOrigins: config.allowedOrigins,
      isAdminToken: (token) => admin.isAdminToken(token),
      isAdminSession: (cookies) => admin.isAdminSession(cookies),
      countBackends: async () => (await readCards(redis)).reduce((sum, { backends }) => sum + backends.length, 0),
      maxDurationSeconds: longestSeconds(levels),
      version: VERSION,
      leaseSeconds: config.graphLeaseSeconds,
      log,
    });
  }

  private makePeriodic(): Periodic {
    const { config, inside, redis, log } = this.options;
    const { records, blobs, id: front } = this;
    const shared = { front, config, redisUrl: inside.redisUrl, redis, records, blobs, log };
    const chores = [
      { func: 'asyground.records', everySeconds: 60, run: () => this.records.sweep() },
      { func: 'asyground.links', everySeconds: 60, run: () => this.renders.links.sweep() },
    ];
    return new Periodic({ ...shared, limits: this.limits(), chores });
  }
}
