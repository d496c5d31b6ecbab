import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import fastify, { type FastifyInstance } from 'fastify';
import type { Redis } from 'ioredis';
import type { Access } from '@/core/prc/access';
import { RENDER_LIMITS } from '@/core/render/limits';
import type { Log } from '@/platform/log';
import { isReady, type Health } from './health';
import type { Identity } from './identity';
import type { Metrics } from './metrics';
import { contentSecurityPolicy, SECURITY_HEADERS } from './headers';

/** The HTTP side of a front: health and metrics, the doors' own routes, and the pages for everything else. */

export interface HttpOptions {
  readonly redis: Redis;
  readonly readHealth: () => Promise<Health>;
  /** After how many seconds a flooding address may come again, or nothing. */
  readonly holdRequest: (request: IncomingMessage) => Promise<number | undefined>;
  readonly identity: Identity;
  readonly metrics: Metrics;
  readonly metricsOpen: boolean;
  readonly secureCookies: boolean;
  readonly development: boolean;
  readonly renderPage: (request: IncomingMessage, response: ServerResponse) => Promise<void>;
  /** A plain request to the controller's address gets its own answer. */
  readonly judgePrc: (request: IncomingMessage) => Access;
  /** Doors add their routes before the first request. */
  readonly openDoors: (routes: FastifyInstance) => Promise<void>;
  readonly log: Log;
}

const LOOPBACK = ['127.0.0.1', '::1', '::ffff:127.0.0.1'];

export async function createHttp(options: HttpOptions): Promise<{ server: Server; routes: FastifyInstance }> {
  let server: Server | undefined;
  const routes = fastify({
    serverFactory: (handler) => {
      server = createServer({ maxHeaderSize: RENDER_LIMITS.maxHeadBytes }, handler);
      return server;
    },
    routerOptions: { maxParamLength: RENDER_LIMITS.maxHeadBytes },
    forceCloseConnections: true,
  });
  routes.addHook('onRequest', async (request, reply) => {
    const seconds = await options.holdRequest(request.raw);
    if (seconds === undefined) return;
    await reply
      .code(429)
      .header('retry-after', seconds)
      .send({ error: `Too many requests from your address; try again in ${seconds} s.` });
  });
  routes.get('/healthz', async () => ({ alive: true }));
  routes.get('/readyz', async (_request, reply) => {
    const ready = await isReady(options.redis);
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
    if (!options.metricsOpen && !LOOPBACK.includes(request.ip)) {
      return reply
        .code(403)
        .send({ error: 'Metrics are served to this machine only; METRICS_OPEN=on serves them to all.' });
    }
    return reply.type(options.metrics.registry.contentType).send(await options.metrics.registry.metrics());
  });
  routes.get('/ws/*', async (request, reply) => {
    const access = options.judgePrc(request.raw);
    if (access.kind === 'refused') return reply.code(access.status).type('text/plain').send(access.body);
    return reply.callNotFound();
  });
  routes.setNotFoundHandler((request, reply) => {
    reply.hijack();
    void servePage(options, request.raw, reply.raw);
  });
  await options.openDoors(routes);
  await routes.ready();
  if (!server) throw new Error('fastify made no server');
  return { server, routes };
}

async function servePage(options: HttpOptions, request: IncomingMessage, response: ServerResponse): Promise<void> {
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
    await options.renderPage(request, response);
  } catch (error) {
    options.log.error({ err: error, url: request.url }, 'a page failed');
    if (!response.headersSent) response.writeHead(500, { 'content-type': 'text/plain' });
    response.end('Server error');
  }
}
