import Fastify from 'fastify';
import { expect, it } from 'vitest';
import type { Operation } from '@/core/render/openapiParts';
import { addressesOf, serveOperations } from './operations';

const text = { type: 'string' };
const picture: Operation = {
  method: 'GET',
  path: '/{format}/{id}',
  summary: 'A picture',
  parameters: [
    { name: 'format', in: 'path', required: true, schema: { ...text, enum: ['svg', 'png'] } },
    { name: 'id', in: 'path', required: true, schema: text },
    { name: 'scale', in: 'query', schema: text },
  ],
  responses: {},
};

it('makes an address of each value of a parameter that has a few', () => {
  expect(addressesOf(picture)).toEqual([
    { url: '/svg/:id', fixed: { format: 'svg' } },
    { url: '/png/:id', fixed: { format: 'png' } },
  ]);
});

it('hands a handler all its parameters, and answers no other address', async () => {
  const app = Fastify();
  serveOperations(app, { picture }, { picture: async ({ params }) => params });
  expect((await app.inject('/png/7')).json()).toEqual({ format: 'png', id: '7' });
  expect((await app.inject('/pdf/7')).statusCode).toBe(404);
  expect((await app.inject({ method: 'POST', url: '/png/7' })).statusCode).toBe(404);
  await app.close();
});
