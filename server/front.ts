import type { IncomingMessage } from 'node:http';
import { longestSeconds } from '@/core/schedule/levels';
import { AddressList } from '@/platform/addressList';
import type { ReadyMessage } from '@/platform/childContext';
import { connectRedis } from '@/platform/redis/connect';
import { KEYS } from '@/platform/redis/keys';
import { REQUESTS, untilOpen } from '@/platform/redis/redisState';
import type { Services } from '@/platform/service';
import { VERSION } from '@/platform/version';
import { logConsole } from './consoleLog';
import { AdminSide } from './admin/admin';
import { actionsOf, panelsOf } from './adminEndpoints';
import { Contents } from './asyonline/contents';
import { AsyonlineEndpoint } from './asyonline/endpoint';
import { Connections, connectionLimits } from './connections';
import { FrontBase, type FrontOptions } from './frontBase';
import { readHeartbeats } from './health';
import { HttpServer } from './http';
import { Listening } from './listening';
import { NextPages } from './nextPages';
import { CheckClient } from './page/checkClient';
import { PageEndpoint } from './page/endpoint';
import { PageFiles } from './pageFiles';
import { providePages } from './pages';
import { PageServer } from './pageServer';
import { Periodic } from './periodic/periodic';
import { CountedTasks } from './prc/countedTasks';
import { FailureStore } from './queue/failureStore';
import { RateLimit } from './rateLimit';
import { sessionSecret } from './sessionSecret';
import { TaskGraphs } from './taskgraph/taskGraphs';
import { UpgradeRouter } from './upgrade';
import { Welcome } from './welcome';

/**
 * A front: the process that clients connect to. This is its wiring, and nothing else: what is made of what, and in which
 * order it is started (`addTo`). The order is that of need; the stop is its reverse, so whoever is connected is told
 * goodbye before connections are closed, and the queue's client goes last.
 */

export class Front {
  private readonly base: FrontBase;
  private readonly rates = new RateLimit();
  private readonly graphs: TaskGraphs;
  private readonly periodic: Periodic;
  private readonly admin: AdminSide;
  private readonly asyonline: AsyonlineEndpoint;
  private readonly checks: CheckClient;
  private readonly page: PageEndpoint;
  private readonly welcome: Welcome;
  private readonly nextPages: NextPages;
  private readonly http: HttpServer;
  private readonly listening: Listening;

  /** When Redis can be asked. */
  static async open(options: FrontOptions): Promise<Front> {
    const { config, context, requests, log } = options;
    await untilOpen(requests);
    await requests.del(KEYS.formerSecret);
    return new Front(options, await sessionSecret(config, context.dataFolder, log));
  }

  private constructor(
    private readonly options: FrontOptions,
    secret: Buffer,
  ) {
    const { config, context, requests, state, log } = options;
    const { dataFolder, projectFolder, development } = context;
    const { allowedOrigins } = config;
    this.base = new FrontBase(options, secret);
    const { metrics, guesses, identity, signIn, controls, limits, blobs, tasks, prc, renders } = this.base;
    const health = () => this.base.readHealth();
    this.periodic = this.makePeriodic();
    const endpoints = { prc, periodic: this.periodic, renders, graphs: () => this.graphs, metrics, controls };
    this.admin = new AdminSide({
      ...{
        redis: requests,
        redisUrl: context.redisUrl,
        blobs,
        detachedTasks: this.base.detachedTasks,
        secret,
        config,
        dataFolder,
        identity,
        guesses,
        signIn,
        controls,
        readHealth: health,
        log,
      },
      panels: panelsOf(endpoints),
      actions: actionsOf(endpoints),
    });
    this.graphs = this.makeGraphs();
    this.asyonline = new AsyonlineEndpoint({
      renders: renders.forConnections,
      shells: new CountedTasks(renders.forConnections, prc.own, 'shell', () => state.failure),
      contents: new Contents(requests, { keepSeconds: config.restoreSeconds, maxBytes: config.restoreBytes }),
      ...{ limits, held: renders.held, unreadSeconds: config.unreadSeconds, allowedOrigins, identity, log },
      unpacking: renders.unpacking,
      pingIntervalSeconds: config.pingIntervalSeconds,
    });
    this.checks = new CheckClient(requests, context.redisUrl, log);
    this.page = new PageEndpoint({ checks: this.checks, identity, allowedOrigins, readHealth: health, controls, log });
    this.welcome = new Welcome(tasks, log, projectFolder);
    if (!development) logConsole(log);
    this.nextPages = new NextPages({ development, projectFolder, host: config.host, port: config.port });
    providePages({ welcomePicture: () => this.welcome.svg, ...renders.pages() });
    this.http = new HttpServer({
      ...{ redis: requests, state, identity, metrics, guesses, readHealth: health, log },
      judge: (request) => signIn.judge(request),
      holdRequest: (request) => this.rates.request(identity.whoIs(request).address),
      unreadSeconds: config.unreadSeconds,
      metricsOpen: config.metricsOpen,
      isAdminToken: (token) => this.admin.isAdminToken(token),
      pages: new PageServer({
        ...{ identity, development, unreadSeconds: config.unreadSeconds, log },
        secureCookies: config.publicUrl?.startsWith('https:') ?? false,
        files: new PageFiles(projectFolder, context.pagesFolder),
        renderPage: (request, response) => this.nextPages.render(request, response),
      }),
      judgePrc: (request) => prc.endpoint.judge(request, false, identity.whoIs(request).address),
      openEndpoints: async (routes) => {
        this.admin.openRoutes(routes);
        await renders.open(routes, identity, { checks: this.checks, projectFolder });
        this.graphs.serve(routes);
      },
      isFarewellDue: () => this.asyonline.size > 0,
    });
    this.listening = new Listening(this.http.server, config);
    new Connections(connectionLimits(), new AddressList(config.trustedProxies), log).watch(this.http.server);
    this.openSockets();
    metrics.countConnections(() => this.asyonline.size);
    metrics.watchGraphs(async () => (await this.graphs.overview()).states);
    metrics.watchPeriodic(this.periodic);
  }

  addTo(services: Services): void {
    this.base.addTo(services);
    services.add('checks', this.checks);
    services.add('graphs', this.graphs);
    services.add('periodic', this.periodic);
    services.add('http', this.http);
    services.add('asyonline', this.asyonline);
    services.add('parallel requests endpoint', this.base.prc.endpoint);
    services.add('page', this.page);
    services.add('admin', this.admin);
    services.add('listening', this.listening);
    services.add('pages', this.nextPages);
    services.add('welcome', this.welcome);
  }

  /** What the person who started it is told, when it has been started. */
  async ready(): Promise<Omit<ReadyMessage, 'ready'>> {
    const { listening, admin, periodic } = this;
    return { address: listening.address, adminToken: await admin.firstToken(), periodic: [...periodic.addresses] };
  }

  private openSockets(): void {
    const addressOf = (request: IncomingMessage) => this.base.identity.whoIs(request).address;
    const router = new UpgradeRouter(
      (request) => this.rates.socket(addressOf(request)),
      addressOf,
      (request) => this.base.signIn.judge(request),
    );
    router.listen(this.http.server);
    if (this.options.context.development)
      router.ownBelow('/_next/', (request, socket, head) => this.nextPages.upgrade(request, socket, head));
    this.asyonline.open(router);
    this.base.prc.endpoint.open(router, addressOf);
    this.page.open(router);
    this.admin.openSockets(this.page.io);
  }

  private makeGraphs(): TaskGraphs {
    const { config, context, requests, state, log, levels } = this.options;
    const { blobs, detachedTasks, storage, identity, guesses } = this.base;
    const connect = () => this.base.connect();
    // Many small questions at the same time: those of one moment go together.
    const redis = connectRedis(context.redisUrl, log, { ...REQUESTS, enableAutoPipelining: true });
    state.serve(redis);
    return new TaskGraphs({
      ...{ redis, connect, blobs, detachedTasks, storage, identity, guesses, version: VERSION, log },
      isAvailable: () => state.isAvailable,
      allowedOrigins: config.allowedOrigins,
      isAdminToken: (token) => this.admin.isAdminToken(token),
      isAdminSession: (request) => this.admin.isAdminSession(request),
      countBackends: async () =>
        (await readHeartbeats(requests)).reduce((sum, { backends }) => sum + backends.length, 0),
      maxDurationSeconds: longestSeconds(levels),
      leaseSeconds: config.graphLeaseSeconds,
    });
  }

  private makePeriodic(): Periodic {
    const { config, context, redis, state, log } = this.options;
    const { id: front, detachedTasks, blobs, storage, guesses, limits, renders } = this.base;
    const chores = [
      { func: 'asyground.detached', everySeconds: 60, run: () => detachedTasks.sweep() },
      { func: 'asyground.failures', everySeconds: 60, run: () => new FailureStore(redis).sweep(blobs) },
      { func: 'asyground.links', everySeconds: 60, run: () => renders.links.sweep() },
    ];
    const isAvailable = () => state.isAvailable;
    const { redisUrl } = context;
    return new Periodic({
      ...{ front, config, redisUrl, redis, isAvailable, detachedTasks, blobs, storage, guesses, limits, chores, log },
    });
  }
}
