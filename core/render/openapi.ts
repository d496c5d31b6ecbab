import { KROKI_OPERATIONS } from './krokiOperations';
import { LINK_OPERATIONS, LINK_SCHEMAS } from './linkOperations';
import { SCHEMAS, type Operation as ServedOperation } from './openapiParts';
import { RENDER_OPERATIONS } from './renderOperations';
import { at } from '../basePath';

/**
 * The OpenAPI document of rendering over HTTP (docs/render-api.md) and of links (docs/sharing.md), made from the tables
 * that the front serves. The page of the API is made from it.
 */

export type Method = Lowercase<ServedOperation['method']>;
export type Operation = Omit<ServedOperation, 'method' | 'path'> & { readonly operationId: string };
type PathItem = Partial<Record<Method, Operation>>;

export function openapiDocument(version: string) {
  return {
    openapi: '3.1.0',
    info: {
      title: 'Asyground',
      version,
      description: 'Pictures from Asymptote programs.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: at('/'), description: 'The server that this document comes from.' }],
    security: [],
    paths: pathsOf({ ...RENDER_OPERATIONS, ...KROKI_OPERATIONS, ...LINK_OPERATIONS }),
    components: {
      schemas: { ...SCHEMAS, ...LINK_SCHEMAS },
      securitySchemes: {
        linkToken: { type: 'http', scheme: 'bearer', description: 'The token that came with a new link.' },
      },
    },
  };
}

function pathsOf(operations: Readonly<Record<string, ServedOperation>>): Record<string, PathItem> {
  const paths: Record<string, PathItem> = {};
  for (const [operationId, { method, path, ...described }] of Object.entries(operations))
    paths[path] = { ...paths[path], [method.toLowerCase()]: { operationId, ...described } };
  return paths;
}
