import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { SubmissionLimits } from '@/core/submission/limits';
import { readAccept } from '@/core/render/accept';
import { KROKI_OPERATIONS } from '@/core/render/krokiOperations';
import { RENDER_LIMITS } from '@/core/render/limits';
import { openapiDocument } from '@/core/render/openapi';
import { parseRenderOptions } from '@/core/render/options';
import { RENDER_OPERATIONS } from '@/core/render/renderOperations';
import type { Result } from '@/core/result';
import { VERSION } from '@/platform/version';
import type { Identity } from '../identity';
import { AsynchronousRenders, prefersAsync, type AsynchronousParts } from './asynchronous';
import { compileHandlers } from './compile';
import { krokiHandlers, krokiOr } from './kroki';
import { establishedHandler } from './legacyApi';
import { decodeSource } from './decodedSource';
import { finishRender, type FinishedRender, type RenderParts } from './finishedRender';
import { serveOperations, type Request } from './operations';
import { cacheControlOf, NO_STORE, sendFailure, sendFinished } from './reply';
import { readQuery, readRenderRequest } from './request';
import { standingAlone } from './scene';
import { prepareScope, type ScopeParts } from './scope';
import { MAIN_FILE, makeSubmission, type RenderSubmission } from './submission';

/** Rendering over plain HTTP (docs/render-api.md): every request is one task, and ends with its connection. */

interface RenderEndpointOptions extends AsynchronousParts, RenderParts, ScopeParts {
  readonly identity: Identity;
  readonly limits: SubmissionLimits;
}

export class RenderEndpoint {
  private readonly asynchronous: AsynchronousRenders;

  constructor(private readonly options: RenderEndpointOptions) {
    this.asynchronous = new AsynchronousRenders(options);
  }

  async open(routes: FastifyInstance): Promise<void> {
    await routes.register(async (scope) => {
      prepareScope(scope, this.options);
      for (const address of ['/api/openapi.json', '/openapi.json'])
        scope.get(address, async (_request, reply) =>
          reply.header('access-control-allow-origin', '*').send(openapiDocument(VERSION)),
        );
      await scope.register(multipart, {
        limits: { fileSize: RENDER_LIMITS.maxBodyBytes, files: this.options.limits.maxFiles + 1 },
      });
      const { limits } = this.options;
      serveOperations(scope, RENDER_OPERATIONS, {
        render: (request, reply) => this.answerRender(request, reply),
        renderAddress: (request, reply) => this.answerAddress(request, reply),
        readRender: (request, reply) => this.asynchronous.answer(request, reply),
        cancelRender: (request, reply) => this.asynchronous.cancel(request, reply),
        renderEstablished: krokiOr(establishedHandler(limits, this.render), limits, this.render),
        ...compileHandlers(limits, this.render),
        status: async (_request, reply) => reply.type('text/plain; charset=utf-8').send('ok'),
      });
      serveOperations(scope, KROKI_OPERATIONS, krokiHandlers(limits, this.render));
    });
  }

  /** Renders for as long as the one who asked is there. */
  readonly render = (
    request: FastifyRequest,
    reply: FastifyReply,
    submission: RenderSubmission,
  ): Promise<FinishedRender | undefined> =>
    finishRender(this.options, submission, this.options.identity.whoIs(request.raw), reply);

  private async answerRender(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const read = await readRenderRequest(request, this.options.limits);
    if (!read.ok) return sendFailure(reply, read.failure, readAccept(request.headers.accept));
    const { submission, wanted } = read.value;
    if (prefersAsync(request.headers.prefer))
      return this.asynchronous.accept(reply, submission, this.options.identity.whoIs(request.raw));
    const finished = await this.render(request, reply, submission);
    return finished ? sendFinished(reply, finished, { submission, wanted, cacheControl: NO_STORE }) : reply;
  }

  private async answerAddress(request: Request, reply: FastifyReply): Promise<FastifyReply> {
    const { limits } = this.options;
    const { format = '', encoded = '' } = request.params;
    const wanted = readAccept(request.headers.accept);
    const read = readAddress(request.query, format, encoded.replace(new RegExp(`\\.${format}$`), ''), limits);
    if (!read.ok) return sendFailure(reply, read.failure, wanted);
    const submission = read.value;
    const finished = await this.render(request, reply, submission);
    if (!finished) return reply;
    return sendFinished(reply, inFrames(finished), { submission, wanted, cacheControl: cacheControlOf(submission) });
  }
}

/** An address may be that of a frame. */
function inFrames(finished: FinishedRender): FinishedRender {
  const results = finished.results.map((result) =>
    result.format === 'html' ? { ...result, bytes: standingAlone(result.bytes) } : result,
  );
  return { ...finished, results };
}

function readAddress(
  query: unknown,
  format: string,
  encoded: string,
  limits: SubmissionLimits,
): Result<RenderSubmission> {
  const words = readQuery(query);
  if (!words.ok) return words;
  const options = parseRenderOptions({ ...words.value, format }, limits.levelSeconds);
  if (!options.ok) return options;
  const source = decodeSource(encoded, limits.maxProgramBytes);
  return source.ok ? makeSubmission([[MAIN_FILE, source.value]], MAIN_FILE, options.value, limits) : source;
}
