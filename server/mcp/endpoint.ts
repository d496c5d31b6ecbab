import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { parseJson } from '@/core/json';
import type { SubmissionLimits } from '@/core/submission/limits';
import type { Identity } from '../identity';
import type { LinkEndpoint } from '../links/endpoint';
import { isAllowedOrigin } from '../origin';
import type { CheckClient } from '../page/checkClient';
import type { RenderParts } from '../render/finishedRender';
import { prepareScope, type ScopeParts } from '../render/scope';
import { exchange } from './exchange';
import { linkTool } from './linkTool';
import { examplesTool, languageTables, lookupTool } from './referenceTools';
import { checkTool, renderTool } from './renderTools';
import type { Tool } from './tool';

/**
 * Tools for language models (docs/mcp.md): the Model Context Protocol over HTTP. Every request stands for itself, so any
 * front can answer it, and nothing is kept between two of them.
 */

interface McpEndpointOptions extends RenderParts, ScopeParts {
  readonly identity: Identity;
  readonly limits: SubmissionLimits;
  readonly checks: Pick<CheckClient, 'check'>;
  readonly links: Pick<LinkEndpoint, 'make'>;
  readonly allowedOrigins: readonly string[];
  readonly projectFolder: string;
}

const ADDRESS = '/mcp';
const INVALID_REQUEST = -32600;

export class McpEndpoint {
  private readonly tools: readonly Tool[];

  constructor(private readonly options: McpEndpointOptions) {
    const tables = languageTables(options.projectFolder);
    const parts = { ...options, tables };
    this.tools = [
      renderTool(parts),
      checkTool(parts),
      lookupTool(tables),
      examplesTool(options.projectFolder),
      linkTool(options.links),
    ];
  }

  async open(routes: FastifyInstance): Promise<void> {
    await routes.register(async (scope) => {
      prepareScope(scope, this.options);
      scope.post(ADDRESS, (request, reply) => this.answer(request, reply));
      // There is no stream to listen to, and no session to end.
      for (const method of ['GET', 'DELETE'] as const)
        scope.route({
          method,
          url: ADDRESS,
          handler: async (_request, reply) => reply.code(405).header('allow', 'POST').send(),
        });
    });
  }

  private async answer(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    void reply.header('cache-control', 'no-store');
    if (!isAllowedOrigin(request.raw, this.options.allowedOrigins))
      return refuse(reply, 403, `Pages of ${request.headers.origin} may not use these tools.`);
    const message = parseJson(Buffer.isBuffer(request.body) ? request.body.toString('utf8') : '');
    // One message a request, so that what a client may ask for at a time is counted as everywhere.
    if (typeof message !== 'object' || message === null || Array.isArray(message))
      return refuse(reply, 400, 'The body must be one JSON-RPC message.');
    const who = this.options.identity.whoIs(request.raw);
    const { status, body } = await exchange(message, this.tools, { who, request, reply });
    void reply.code(status);
    return body === '' ? reply.send() : reply.type('application/json; charset=utf-8').send(body);
  }
}

function refuse(reply: FastifyReply, status: number, message: string): FastifyReply {
  return reply.code(status).send({ jsonrpc: '2.0', id: null, error: { code: INVALID_REQUEST, message } });
}
