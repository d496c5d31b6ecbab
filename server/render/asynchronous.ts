import { randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { failure, type Failure } from '@/core/errors';
import type { RecordEnd } from '@/core/record';
import { readAccept } from '@/core/render/accept';
import type { Blobs } from '@/platform/blobs/blobs';
import type { Records } from '../queue/records';
import type { Who } from '../queue/tasks';
import type { FinishedRender } from './finishedRender';
import { NO_STORE, sendFailure, sendFinished, sendJson } from './reply';
import { parseJson } from './request';
import type { RenderSubmission } from './submission';

/**
 * Renders that nobody waits for (docs/render-api.md, 8): they belong to a record, and their address tells what has
 * become of them, on any front, for an hour after their end. Whoever knows the address may ask and cancel.
 */

export interface AsynchronousParts {
  readonly records: Pick<Records, 'submit' | 'read' | 'cancel'>;
  readonly blobs: Blobs;
  /** Why this one may not submit now; undefined: they may. */
  readonly refusal: (who: Who) => Failure | undefined;
}

const POLL_SECONDS = 1;
const ID = /^[0-9a-f-]{36}$/;

/** The sources, to place the problems in them; removed with what the record leaves. */
const keptSources = z.object({ main: z.string(), files: z.record(z.string(), z.base64()) });

export class AsynchronousRenders {
  constructor(private readonly parts: AsynchronousParts) {}

  open(scope: FastifyInstance): void {
    scope.get<{ Params: { id: string } }>('/render/jobs/:id', (request, reply) =>
      this.answer(request, reply, request.params.id),
    );
    scope.delete<{ Params: { id: string } }>('/render/jobs/:id', async (request, reply) => {
      if ((await this.sources(request.params.id)) === undefined) return notFound(request, reply);
      await this.parts.records.cancel(request.params.id);
      return reply.code(204).send();
    });
  }

  async accept(reply: FastifyReply, submission: RenderSubmission, who: Who): Promise<FastifyReply> {
    const refused = this.parts.refusal(who);
    if (refused) return sendFailure(reply, refused, readAccept(reply.request.headers.accept));
    const id = randomUUID();
    const files = [...submission.files].map(([name, bytes]) => [name, Buffer.from(bytes).toString('base64')]);
    const sources = JSON.stringify({ main: submission.main, files: Object.fromEntries(files) });
    await this.parts.blobs.put(sourcesName(id), Buffer.from(sources));
    await this.parts.records.submit({ door: 'render', reference: '', submission, who }, id);
    const status = `/render/jobs/${id}`;
    void reply.header('location', status).header('preference-applied', 'respond-async');
    return sendJson(reply.header('cache-control', NO_STORE), 202, { id, state: 'waiting', status });
  }

  private async answer(request: FastifyRequest, reply: FastifyReply, id: string): Promise<FastifyReply> {
    const sources = await this.sources(id);
    const found = sources && (await this.parts.records.read(id));
    if (!sources || !found) return notFound(request, reply);
    void reply.header('cache-control', NO_STORE);
    if (found.state !== 'ended') {
      return sendJson(reply.header('retry-after', POLL_SECONDS), 202, { id, state: found.state });
    }
    const wanted = readAccept(request.headers.accept);
    const finished = await this.collect(found.end);
    return sendFinished(reply, finished, { submission: sources, wanted, cacheControl: NO_STORE });
  }

  private async collect(end: RecordEnd): Promise<FinishedRender> {
    const bytes = async (name: string | undefined) =>
      (name === undefined ? undefined : await this.parts.blobs.get(name)) ?? Buffer.alloc(0);
    const results = end.results.map(async ({ format, filename, blob }) => ({
      format,
      filename,
      bytes: await bytes(blob),
    }));
    const output = await Promise.all([bytes(end.stdout), bytes(end.stderr)]);
    return { end: end.outcome, results: await Promise.all(results), output, timings: end.timings, isHit: false };
  }

  private async sources(id: string): Promise<Pick<RenderSubmission, 'main' | 'files'> | undefined> {
    const text = ID.test(id) ? await this.parts.blobs.get(sourcesName(id)) : undefined;
    const kept = text && keptSources.safeParse(parseJson(text.toString('utf8'))).data;
    if (!kept) return undefined;
    const files = Object.entries(kept.files).map(([name, base64]) => [name, Buffer.from(base64, 'base64')] as const);
    return { main: kept.main, files: new Map(files) };
  }
}

/** Whether the client would rather not wait (RFC 7240). */
export function prefersAsync(header: string | string[] | undefined): boolean {
  return [header ?? []]
    .flat()
    .join(',')
    .split(',')
    .some((preference) => /^\s*respond-async\s*(?:;|$)/i.test(preference));
}

function sourcesName(id: string): string {
  return `records/${id}/sources`;
}

function notFound(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const words = 'There is no such render; what has ended is kept for an hour.';
  return sendFailure(reply, failure('not-found', words), readAccept(request.headers.accept));
}
