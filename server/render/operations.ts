import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Operation } from '@/core/render/openapiParts';

/**
 * Serves a table of operations: each has one handler, and none is left out. The OpenAPI document is made from the same
 * tables, so the two cannot disagree.
 */

export type Request = FastifyRequest<{ Params: Record<string, string> }>;
export type Handler = (request: Request, reply: FastifyReply) => Promise<unknown>;

export function serveOperations<Id extends string>(
  scope: FastifyInstance,
  table: Readonly<Record<Id, Operation>>,
  handlers: Readonly<Record<Id, Handler>>,
): void {
  for (const id of Object.keys(table) as Id[]) {
    const operation = table[id];
    for (const { url, fixed } of addressesOf(operation)) {
      const handler: Handler = (request, reply) => {
        Object.assign(request.params, fixed);
        return handlers[id](request, reply);
      };
      scope.route<{ Params: Record<string, string> }>({ method: operation.method, url, handler });
      if (operation.method === 'POST') serveWidely(scope, url, handler);
    }
  }
}

/** A program's address may end in a slash, as a setting of a client does; and pages of any site may send one. */
function serveWidely(scope: FastifyInstance, url: string, handler: Handler): void {
  if (!url.endsWith('/')) scope.post<{ Params: Record<string, string> }>(`${url}/`, handler);
  scope.options(url, async (_request, reply) => reply.headers(FOR_ANY_PAGE).code(204).send());
}

const FOR_ANY_PAGE = {
  'access-control-allow-origin': '*',
  'access-control-allow-methods': 'GET, POST',
  'access-control-allow-headers': '*',
  'access-control-max-age': '86400',
};

interface Address {
  readonly url: string;
  /** Parameters that this address has a value of. */
  readonly fixed: Readonly<Record<string, string>>;
}

/** A parameter with a few values becomes as many addresses, so that it never answers for somebody else's. */
export function addressesOf({ path, parameters = [] }: Pick<Operation, 'path' | 'parameters'>): Address[] {
  let found: Address[] = [{ url: path, fixed: {} }];
  for (const parameter of parameters) {
    if (parameter.in !== 'path') continue;
    const { name, schema } = parameter;
    const values = schema.enum?.map(String);
    found = found.flatMap(({ url, fixed }) =>
      values === undefined
        ? [{ url: url.replace(`{${name}}`, `:${name}`), fixed }]
        : values.map((value) => ({ url: url.replace(`{${name}}`, value), fixed: { ...fixed, [name]: value } })),
    );
  }
  return found;
}
