import Fastify from 'fastify';
import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { TURN_LIMITS } from '@/core/limits';
import { RENDER_LIMITS } from '@/core/render/limits';
import { createLog } from '@/platform/log';
import type { RedisState } from '@/platform/redis/redisState';
import { addHooks } from './http';
import { prepareScope } from './render/scope';
import { speakProblems } from './taskgraph/route';
import { Unpacking } from './unpacking';

const KNOWN = { whoIs: () => ({ client: 'c', address: 'a' }) };

// docs/render-api.md, 2
it('unpacks a body, and refuses one that cannot be unpacked or is too large', async () => {
  const app = Fastify();
  await app.register(async (scope) => {
    prepareScope(scope, { identity: KNOWN, unpacking: new Unpacking(), log: createLog('test', 'silent') });
    scope.post('/length', async ({ body }) => String((body as Buffer).length));
  });
  const post = async (payload: Buffer, encoding: string) => {
    const headers = { 'content-encoding': encoding, 'content-type': 'text/plain' };
    const { statusCode, body } = await app.inject({ method: 'POST', url: '/length', payload, headers });
    return statusCode === 200 ? body : statusCode;
  };
  const { maxBodyBytes } = RENDER_LIMITS;
  expect(await post(gzipSync(Buffer.alloc(5000)), 'gzip')).toBe('5000');
  expect(await post(Buffer.alloc(5000), 'identity')).toBe('5000');
  expect(await post(gzipSync(Buffer.alloc(maxBodyBytes + 1)), 'gzip')).toBe(413);
  expect(await post(Buffer.from('no gzip'), 'gzip')).toBe(400);
  expect(await post(Buffer.from('x'), 'br')).toBe(400);
  await app.close();
});

// docs/security.md, "Limits per address and in total"
it('reads large bodies in turns, and refuses an address that sends too many at a time', async () => {
  const app = Fastify();
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  await app.register(async (scope) => {
    prepareScope(scope, { identity: KNOWN, unpacking: new Unpacking(), log: createLog('test', 'silent') });
    scope.post('/wait', async () => released.then(() => 'read'));
  });
  const payload = Buffer.alloc(TURN_LIMITS.largeSubmissionBytes + 1);
  const count = TURN_LIMITS.submissions.maxWaitingPerAddress + 10;
  const statuses: number[] = [];
  const posts = Array.from({ length: count }, async () => {
    const { statusCode } = await app.inject({ method: 'POST', url: '/wait', payload });
    statuses.push(statusCode);
  });
  await Promise.race(posts);
  expect(statuses[0]).toBe(429);
  release();
  await Promise.all(posts);
  expect(statuses).toContain(200);
  await app.close();
});

// docs/render-api.md, 6; docs/task-graph.md, 7
it('tells an address that asks too often to wait, in the form of each endpoint', async () => {
  const log = createLog('test', 'silent');
  const state = { demand: () => undefined } as unknown as RedisState;
  const app = Fastify();
  addHooks(app, { holdRequest: async () => 7, state, unreadSeconds: 60, log });
  app.get('/plain', async () => 'never');
  await app.register(async (scope) => {
    speakProblems(scope, log);
    scope.get('/graphs', async () => 'never');
  });
  await app.register(async (scope) => {
    prepareScope(scope, { identity: KNOWN, unpacking: new Unpacking(), log });
    scope.get('/render', async () => 'never');
  });
  const bodies: Record<string, unknown> = {};
  for (const url of ['/plain', '/graphs', '/render']) {
    const answer = await app.inject(url);
    expect([url, answer.statusCode, answer.headers['retry-after']]).toEqual([url, 429, '7']);
    bodies[url] = answer.json();
  }
  const detail = 'Too many requests from your address; try again in 7 s.';
  expect(bodies['/plain']).toMatchObject({ error: detail });
  expect(bodies['/graphs']).toMatchObject({ type: '/api/v1/docs#too-often', status: 429, detail });
  expect(bodies['/render']).toMatchObject({ type: '/api-docs#too-often', status: 429, detail });
  await app.close();
});
