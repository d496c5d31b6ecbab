import { refusal, success } from '@/core/result';
import { newTokenBodySchema, newTokenDocumentSchema, tokenPageSchema } from '@/core/taskgraph/serviceSchema';
import type { Parts } from './parts';
import { ADMINS, route, type Route } from './route';

/** Tokens of the API, for admins; the admin page uses the same book (docs/task-graph.md, 13). */
export function tokenRoutes({ tokens }: Parts): Route[] {
  return [
    route({
      method: 'GET',
      path: '/tokens',
      roles: ADMINS,
      summary: 'All tokens, the newest first; never the tokens themselves.',
      answer: tokenPageSchema,
      handle: async () => success({ items: await tokens.list(), next: null }),
    }),
    route({
      method: 'POST',
      path: '/tokens',
      roles: ADMINS,
      summary: "A new token. This answer is the only one that holds it. A worker's may be bound to owners and labels.",
      body: newTokenBodySchema,
      status: 201,
      answer: newTokenDocumentSchema,
      handle: async ({ body }) => success(await tokens.create(body)),
    }),
    route({
      method: 'DELETE',
      path: '/tokens/:id',
      roles: ADMINS,
      summary: 'Revoke a token.',
      handle: async ({ params: { id = '' } }) => {
        const isRevoked = await tokens.revoke(id);
        return isRevoked ? success(undefined) : refusal({ code: 'unknown-token', message: `There is no token ${id}.` });
      },
    }),
  ];
}
