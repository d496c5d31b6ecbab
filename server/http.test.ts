import Fastify from 'fastify';
import { expect, it } from 'vitest';
import { createLog } from '@/platform/log';
import type { RedisState } from '@/platform/redis/redisState';
import { addHooks } from './http';
import { prepareScope } from './render/scope';
import { speakProblems } from './taskgraph/route';

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
    prepareScope(scope, log);
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
