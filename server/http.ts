import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import fastify, { type FastifyInstance, type FastifyRequest } from 'fastify';
import type { Redis } from 'ioredis';
import type { Access } from '@/core/prc/access';
import { isTooDeep } from '@/core/json';
import { EDGE_LIMITS, PAGE_LIMITS } from '@/core/limits';
import { RENDER_LIMITS } from '@/core/render/limits';
import type { Log } from '@/platform/log';
import type { RedisState } from '@/platform/redis/redisState';
import { unavailableOf } from '@/platform/redis/trouble';
import { isReady, type Health } from './health';
import type { Identity } from './identity';
import type { Metrics } from './metrics';
import { refuse } from './upgrade';
import { answer, atTheEdge, judgePagePath } from './edge';
import { contentSecurityPolicy, SECURITY_HEADERS } from './headers';
import { PageTurns } from './pageTurns';
import { guessText, type TokenGuesses } from './tokenGuesses';
import { tokenOf } from './bearer';

/** The HTTP side of a front: health and metrics, the endpoints' own routes, and the pages for everything else. */

export interface HttpOptions {
  readonly redis: Redis;
  /** Whether anything can be taken in now. */
  readonly state: RedisState;
  readonly readHealth: () => Promise<Health>;
  /** After how many seconds a flooding address may come again, or nothing. */
  readonly holdRequest: (request: IncomingMessage) => Promise<number | undefined>;
  /** A client that reads nothing of its answer for so long is disconnected. */
  readonly unreadSeconds: number;
  readonly identity: Identity;
  readonly metrics: Metrics;
  readonly metricsOpen: boolean;
  readonly guesses: TokenGuesses;
  readonly isAdminToken: (token: string) => Promise<boolean>;
  readonly secureCookies: boolean;
  readonly development: boolean;
  /** Whether this address is a file's; those cost little, and a page asks for many of them at a time. */
  readonly isFile: (url: string) => boolean;
  readonly renderPage: (request: IncomingMessage, response: ServerResponse) => Promise<void>;
  /** A plain request to the controller's address gets its own answer. */
  readonly judgePrc: (request: IncomingMessage) => Access;
  /** Endpoints add their routes before the first request. */
  readonly openEndpoints: (routes: FastifyInstance) => Promise<void>;
  readonly log: Log;
}

/** How often slow requests are looked for. */
const LOOK_MS = 2000;

export async function createHttp(options: HttpOptions): Promise<{ server: Server; routes: FastifyInstance }> {
  let server: Server | undefined;
  const routes = fastify({
    serverFactory: (handler) => {
      server = createServer(
        { maxHeaderSize: RENDER_LIMITS.maxHeadBytes, connectionsCheckingInterval: LOOK_MS },
        atTheEdge(handler),
      );
      return server;
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
  readShallowJson(routes);
  routes.addHook('onRequest', async (request, reply) => {
    const seconds = await options.holdRequest(request.raw);
    if (seconds === undefined) return;
    await reply
      .code(429)
      .header('retry-after', seconds)
      .send({ error: `Too many requests from your address; try again in ${seconds} s.` });
  });
  routes.addHook('onRequest', async (request) => {
    if (needsRedis(request)) options.state.demand();
  });
  routes.setErrorHandler((error, _request, reply) => {
    const failure = unavailableOf(error);
    // Fastify's own answer.
    if (!failure) return reply.send(error);
    return reply
      .code(503)
      .header('retry-after', failure.retryAfterSeconds ?? 1)
      .send({ error: failure.message });
  });
  routes.addHook('onSend', async (request, reply) => {
    reply.raw.setTimeout(options.unreadSeconds * 1000, () => {
      options.log.warn({ address: request.ip }, 'a client did not read its answer');
      reply.raw.destroy();
    });
  });
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
  const turns = new PageTurns();
  routes.setNotFoundHandler((request, reply) => {
    reply.hijack();
    void servePage(options, turns, request.raw, reply.raw);
  });
  await options.openEndpoints(routes);
  await routes.ready();
  if (!server) throw new Error('fastify made no server');
  return { server, routes };
}

/** Those that tell how we are have answers of their own; of the pages only those of shared things are kept in Redis. */
function needsRedis({ url, is404 }: FastifyRequest): boolean {
  return is404 ? /^\/(?:s|embed)\//.test(url) : !/^\/(?:healthz|readyz|metrics|api\/health)(?:$|\?)/.test(url);
}

const CLIENT_ERRORS: Readonly<Record<string, number>> = {
  ERR_HTTP_REQUEST_TIMEOUT: 408,
  HPE_HEADER_OVERFLOW: 431,
};

/** What is read later may go down into each level by itself, and has only so much room for that. */
function readShallowJson(routes: FastifyInstance): void {
  const parse = routes.getDefaultJsonParser('error', 'error');
  routes.removeContentTypeParser('application/json');
  routes.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body: string, done) => {
    const { maxJsonDepth } = EDGE_LIMITS;
    if (!isTooDeep(body, maxJsonDepth)) return void parse(request, body, done);
    const words = `JSON may have ${maxJsonDepth} objects and lists inside of each other`;
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
  if ('retryAfterSeconds' in looked) return { status: 429, words: guessText(looked.retryAfterSeconds), ...looked };
  return looked.found ? undefined : { status: 401, words: 'This token is not known here.' };
}

async function servePage(
  options: HttpOptions,
  turns: PageTurns,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const refusal = judgePagePath(request.url ?? '/');
  if (refusal) return answer(response, refusal);
  const nonce = randomBytes(16).toString('base64');
  const isEmbed = /^\/embed\//.test(request.url ?? '');
  const policy = contentSecurityPolicy(nonce, options.development, isEmbed);
  // Next reads the nonce for its own scripts from the request.
  request.headers['content-security-policy'] = policy;
  response.setHeader('content-security-policy', policy);
  for (const [name, value] of Object.entries(SECURITY_HEADERS)) response.setHeader(name, value);
  // Shared things are for those who were given the address.
  if (isEmbed || /^\/s\//.test(request.url ?? '')) response.setHeader('x-robots-tag', 'noindex');
  const cookie = options.identity.newCookie(request, options.secureCookies);
  if (cookie && request.headers.accept?.includes('text/html')) response.setHeader('set-cookie', cookie);
  try {
    const makePage = () => options.renderPage(request, response);
    if (options.isFile(request.url ?? '/')) return await makePage();
    const isMade = await turns.take(options.identity.whoIs(request).address, response, makePage);
    if (isMade) return;
    response.setHeader('retry-after', PAGE_LIMITS.retrySeconds);
    const words = `Your address asks for too many pages at a time; try again in ${PAGE_LIMITS.retrySeconds} s.`;
    answer(response, { status: 429, words });
  } catch (error) {
    options.log.error({ err: error, url: request.url }, 'a page failed');
    if (!response.headersSent) response.writeHead(500, { 'content-type': 'text/plain' });
    response.end('Server error');
  }
}
