import { z } from 'zod';
import { problemDocumentSchema } from '@/core/taskgraph/documentSchema';
import type { Route } from './route';
import { at } from '@/core/basePath';

/** The OpenAPI document, made from the table of routes and their schemas (docs/task-graph.md, 13). */

type Json = Record<string, unknown>;

export function openApiDocument(table: readonly Route[], version: string): Json {
  const paths: Record<string, Json> = {};
  for (const definition of table) {
    const path = definition.path.replace(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [definition.method.toLowerCase()]: operation(definition) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Asyground task graphs',
      version,
      license: { name: 'MIT', identifier: 'MIT' },
      description: 'Work with dependencies: render tasks run here, external tasks are claimed by workers of yours.',
    },
    servers: [{ url: at('/api/v1') }],
    security: [{ bearer: [] }, { basic: [] }, { session: [] }],
    paths,
    components: {
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer' },
        basic: { type: 'http', scheme: 'basic', description: 'The token as user name.' },
        session: { type: 'apiKey', in: 'cookie', name: 'asyground-client', description: 'Of the page; role user.' },
      },
      schemas: { Problem: schemaOf(problemDocumentSchema, 'output') },
    },
  };
}

function operation(definition: Route): Json {
  const { method, path, summary, roles, body, bodies, query, answer, takes, gives } = definition;
  const status = definition.status ?? (answer === undefined && method !== 'GET' ? 204 : 200);
  const accepted = bodies ?? (body === undefined ? [] : [body]);
  const [only, ...others] = accepted.map((schema) => schemaOf(schema, 'input'));
  return {
    operationId: `${method.toLowerCase()}${path.replace(/[^A-Za-z]+(\w)?/g, (_, letter: string = '') => letter.toUpperCase())}`,
    summary,
    description: `For the roles ${roles.join(', ')}.`,
    parameters: [...pathParameters(path), ...queryParameters(query), ...idempotencyParameter(definition)],
    ...(only && {
      requestBody: {
        content: { 'application/json': { schema: others.length > 0 ? { anyOf: [only, ...others] } : only } },
      },
    }),
    ...(takes && { requestBody: { content: { [takes]: {} } } }),
    responses: {
      [status]: {
        description: 'Success',
        ...((answer ?? gives) && {
          content: {
            ...(answer && { 'application/json': { schema: schemaOf(answer, 'output') } }),
            ...(gives && { [gives]: {} }),
          },
        }),
      },
      '4XX': problemAnswer('The request is wrong, or not allowed now'),
      default: problemAnswer('Nothing can be done now'),
    },
  };
}

function problemAnswer(description: string): Json {
  return {
    description: `${description}: a problem (RFC 9457).`,
    content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
  };
}

function pathParameters(path: string): Json[] {
  return [...path.matchAll(/:(\w+)/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }));
}

function queryParameters(query: z.ZodType | undefined): Json[] {
  if (query === undefined) return [];
  const { properties = {} } = schemaOf(query, 'input') as { properties?: Record<string, Json> };
  return Object.entries(properties).map(([name, schema]) => ({ name, in: 'query', required: false, schema }));
}

function idempotencyParameter({ method, path }: Route): Json[] {
  if (method !== 'POST' || path !== '/tasks') return [];
  return [{ name: 'Idempotency-Key', in: 'header', required: false, schema: { type: 'string', maxLength: 255 } }];
}

function schemaOf(schema: z.ZodType, io: 'input' | 'output'): Json {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return rest;
}
