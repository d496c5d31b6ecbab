import { expect, it } from 'vitest';
import { z } from 'zod';
import { apiPage } from './apiPage';
import { openApiDocument } from './openapi';
import { EVERYBODY, route } from './route';
import { success } from '@/core/result';

const table = [
  route({
    method: 'POST',
    path: '/things/:id/do',
    roles: EVERYBODY,
    summary: 'Do <something>.',
    body: z.strictObject({ many: z.int() }),
    query: z.strictObject({ limit: z.coerce.number().default(3) }),
    handle: async () => success(undefined),
  }),
];

// docs/task-graph.md, 13
it('tells paths, parameters, bodies and answers', () => {
  const { paths } = openApiDocument(table, '1.2.3') as { paths: Record<string, { post: Record<string, unknown> }> };
  const operation = paths['/things/{id}/do']?.post;
  expect(operation?.operationId).toBe('postThingsIdDo');
  expect(operation?.parameters).toMatchObject([
    { name: 'id', in: 'path', required: true },
    { name: 'limit', in: 'query', required: false },
  ]);
  expect(operation?.requestBody).toMatchObject({
    content: { 'application/json': { schema: { properties: { many: { type: 'integer' } } } } },
  });
  expect(Object.keys(operation?.responses as object)).toEqual(['204', '4XX', 'default']);
});

it('is shown to people, who see what is written and run nothing', () => {
  const page = apiPage(table, openApiDocument(table, '1.2.3'));
  expect(page).toContain('/things/{id}/do');
  expect(page).toContain('Do &#60;something&#62;.');
  expect(page).not.toContain('<script');
  // Where the `type` of a problem leads.
  expect(page).toContain('id="cycle"');
});
