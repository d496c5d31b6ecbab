import { createServer, type IncomingMessage, type Server } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import fastify, { type FastifyInstance, type FastifyRequest } from 'fastify';
import type { Redis } from 'ioredis';
import { failure } from '@/core/errors';
import type { Access } from '@/core/prc/access';
import { FAILURES } from '@/core/problems';
import { excessOf, SMALL_JSON, type JsonLimits } from '@/core/json';
import { RENDER_LIMITS } from '@/core/render/limits';
import type { Log } from '@/platform/log';
import type { Service } from '@/platform/service';
import type { RedisState } from '@/platform/redis/redisState';
import { UnavailableError, unavailableOf } from '@/platform/redis/trouble';
import { isReady, type Health } from './health';
import type { Identity } from './identity';
import type { Metrics } from './metrics';
import { refuse } from './upgrade';
import { answer, atTheEdge, type Refusal } from './edge';
import { MeteredRequest, RequestBodies } from './requestBodies';
import type { PageServer } from './pageServer';
import { guessText, type TokenGuesses } from './tokenGuesses';
import { tokenOf } from './bearer';

/** The HTTP side of a front: health and metrics, the endpoints' own routes, and the pages for everything else. */

interface HttpOptions {
  readonly redis: Redis;
  /** Whether anything can be taken in now. */
  readonly state: RedisState;
  readonly readHealth: () => Promise<Health>;
  /** What is wrong with a request, beyond what the edge asks of every one. */
  readonly judge: (request: IncomingMessage) => Refusal | undefined;
  /** After how many seconds a flooding address may come again, or nothing. */
  readonly holdRequest: (request: IncomingMessage) => Promise<number | undefined>;
  /** A client that reads nothing of its answer for so long is disconnected. */
  readonly unreadSeconds: number;
  readonly identity: Identity;
  readonly metrics: Metrics;
  readonly metricsOpen: boolean;
  readonly guesses: TokenGuesses;
  readonly isAdminToken: (token: string) => Promise<boolean>;
  readonly pages: PageServer;
  /** A plain request to the controller's address gets its own answer. */
  readonly judgePrc: (request: IncomingMessage) => Access;
  /** Endpoints add their routes before the first request. */
  readonly openEndpoints: (routes: FastifyInstance) => Promise<void>;
  /** Whether somebody was told goodbye who should read it before the connection is closed. */
  readonly isFarewellDue: () => boolean;
  readonly log: Log;
}

/** How often slow requests are looked for. */
const LOOK_MS = 2000;

/** What clients are told before their sockets are closed needs a moment to reach them. */
const FAREWELL_MS = 200;

export class HttpServer implements Service {
  readonly server: Server;
  private readonly routes: FastifyInstance;

  constructor(private readonly options: HttpOptions) {
    let server: Server | undefined;
    this.routes = fastify({
      serverFactory: (handler) => {
        const bodies = new RequestBodies((request) => options.identity.whoIs(request).address);
        const handle = atTheEdge((request, response) => {
          bodies.watch(request, response);
          const refusal = options.judge(request);
          if (refusal) return answer(response, refusal);
          handler(request, response);
        });
        server = createServer(
          {
            ...{ maxHeaderSize: RENDER_LIMITS.maxHeadBytes, connectionsCheckingInterval: LOOK_MS },
            // The edge asks for it, and answers like everybody else here.
            requireHostHeader: false,
            IncomingMessage: MeteredRequest,
          },
          handle,
        );
        // The same for what Node would answer by itself.
        return server.on('checkExpectation', handle);
      },
      clientErrorHandler: (error, socket) => {
        const status = CLIENT_ERRORS[error.code] ?? 400;
        if (socket.writable && error.code !== 'ECONNRESET')
          refuse(socket, status, status === 400 ? 'This is no HTTP request.' : 'This took too long, or is too large.');
        socket.destroySoon();
      },
      routerOptions: { maxParamLength: RENDER_LIMITS.maxHeadBytes },
      forceCloseConnections: true,
    });
    if (!server) throw new Error('fastify made no server');
    this.server = server;
    readJson(this.routes);
    addHooks(this.routes, options);
    addOwnRoutes(this.routes, options);
  }

  /** Everything can be asked for from now on, as soon as the server listens. */
  async start(): Promise<void> {
    await this.options.openEndpoints(this.routes);
    await this.routes.ready();
  }

  async stop(): Promise<void> {
    if (this.options.isFarewellDue()) await sleep(FAREWELL_MS);
    this.server.closeAllConnections();
  }
}

type Guard = Pick<HttpOptions, 'holdRequest' | 'state' | 'unreadSeconds' | 'log'>;

/** What holds for every request, whichever endpoint it is for. */
export function addHooks(routes: FastifyInstance, options: Guard): void {
  routes.addHook('onRequest', async (request) => {
    const seconds = await options.holdRequest(request.raw);
    if (seconds === undefined) return;
    // Each endpoint tells it in its own form.
    const message = `Too many requests from your address; try again in ${seconds} s.`;
    throw new UnavailableError(failure('too-often', message, seconds));
  });
  routes.addHook('onRequest', async (request) => {
    if (needsRedis(request)) options.state.demand();
  });
  routes.setErrorHandler((error, _request, reply) => {
    const unavailable = unavailableOf(error);
    // Fastify's own answer.
    if (!unavailable) return reply.send(error);
    return reply
      .code(FAILURES[unavailable.code].status)
      .header('retry-after', unavailable.retryAfterSeconds ?? 1)
      .send({ error: unavailable.message });
  });
  routes.addHook('onSend', async (request, reply) => {
    reply.raw.setTimeout(options.unreadSeconds * 1000, () => {
      options.log.warn({ address: request.ip }, 'a client did not read its answer');
      reply.raw.destroy();
    });
  });
}

function addOwnRoutes(routes: FastifyInstance, options: HttpOptions): void {
  routes.get('/healthz', async () => ({ alive: true }));
  routes.get('/readyz', async (_request, reply) => {
    const ready = await isReady(options.redis, options.state);
    return reply.code(ready ? 200 : 503).send({ ready });
  });
  routes.get('/api/health', async (_request, reply) => {
    const health = await options.readHealth();
    return reply
      .code(health.ok ? 200 : 503)
      .header('cache-control', 'no-store')
      .send(health);
  });
  routes.get('/metrics', async (request, reply) => {
    const refusal = await refuseMetrics(options, request.raw);
    if (refusal) {
      if (refusal.retryAfterSeconds !== undefined) void reply.header('retry-after', refusal.retryAfterSeconds);
      return reply.code(refusal.status).send({ error: refusal.words });
    }
    return reply.type(options.metrics.registry.contentType).send(await options.metrics.registry.metrics());
  });
  routes.get('/ws/*', async (request, reply) => {
    const access = options.judgePrc(request.raw);
    if (access.kind !== 'refused') return reply.callNotFound();
    if (access.retryAfterSeconds !== undefined) void reply.header('retry-after', access.retryAfterSeconds);
    return reply.code(access.status).type('text/plain').send(access.body);
  });
  routes.setNotFoundHandler((request, reply) => {
    reply.hijack();
    void options.pages.serve(request.raw, reply.raw);
  });
}

/** Those that tell how we are have answers of their own; of the pages only those of shared things are kept in Redis. */
function needsRedis({ url, is404 }: FastifyRequest): boolean {
  return is404 ? /^\/(?:s|embed)\//.test(url) : !/^\/(?:healthz|readyz|metrics|api\/health)(?:$|\?)/.test(url);
}

const CLIENT_ERRORS: Readonly<Record<string, number>> = {
  ERR_HTTP_REQUEST_TIMEOUT: 408,
  HPE_HEADER_OVERFLOW: 431,
};

/** For the routes of this scope. */
export function readJson(routes: FastifyInstance, limits: JsonLimits = SMALL_JSON): void {
  const parse = routes.getDefaultJsonParser('error', 'error');
  routes.removeContentTypeParser('application/json');
  routes.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body: string, done) => {
    const words = excessOf(body, limits);
    if (words === undefined) return void parse(request, body, done);
    done(Object.assign(new Error(words), { statusCode: 400 }));
  });
}

interface MetricsRefusal {
  readonly status: number;
  readonly words: string;
  readonly retryAfterSeconds?: number;
}

/** For programs on this machine, and for whoever has an admin token. */
async function refuseMetrics(options: HttpOptions, request: IncomingMessage): Promise<MetricsRefusal | undefined> {
  const { metricsOpen, identity, guesses, isAdminToken } = options;
  const token = tokenOf(request.headers.authorization ?? '');
  if (metricsOpen || (token === undefined && identity.isLocal(request))) return undefined;
  if (token === undefined) {
    const words =
      'Metrics are for this machine, or for an admin token as "Authorization: Bearer TOKEN". METRICS_OPEN=on serves them to all.';
    return { status: 403, words };
  }
  const { address } = identity.whoIs(request);
  const looked = await guesses.check(address, token, async () => ((await isAdminToken(token)) ? true : undefined));
  if (!looked.ok) {
    const { retryAfterSeconds } = looked;
    return { status: 429, words: guessText(retryAfterSeconds), retryAfterSeconds };
  }
  return looked.found ? undefined : { status: 401, words: 'This token is not known here.' };
}
