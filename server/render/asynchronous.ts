import { randomUUID } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { failure, type Failure } from '@/core/errors';
import { RETENTION, STORAGE_LIMITS } from '@/core/limits';
import type { DetachedEnd } from '@/core/detachedTask';
import { decodeDetachedSources, detachedSourcesName, type DetachedSources } from '@/platform/blobs/detachedSources';
import { readAccept } from '@/core/render/accept';
import { success } from '@/core/result';
import type { Blobs } from '@/platform/blobs/blobs';
import type { Ledger } from '../ledger';
import type { DetachedTasks } from '../queue/detachedTasks';
import type { Who } from '../queue/tasks';
import type { FinishedRender, StoredResult } from './finishedRender';
import type { Request } from './operations';
import { NO_STORE, sendFailure, sendFinished, sendJson } from './reply';
import type { RenderSubmission } from './submission';
import { at } from '@/core/basePath';

/**
 * Renders that nobody waits for (docs/render-api.md, 8): they are detached, and their address tells what has
 * become of them, on any front, for an hour after their end. Whoever knows the address may ask and cancel.
 */

export interface AsynchronousParts {
  readonly detachedTasks: Pick<DetachedTasks, 'submit' | 'read' | 'cancel'>;
  readonly blobs: Blobs;
  /** Why this one may not have anything kept now; undefined: they may. */
  readonly keepRefusal: (who: Who) => Failure | undefined;
  /** Limits per address and in total. */
  readonly ledger: Ledger;
}

const POLL_SECONDS = 1;
const ID = /^[0-9a-f-]{36}$/;

export class AsynchronousRenders {
  constructor(private readonly parts: AsynchronousParts) {}

  async cancel(request: Request, reply: FastifyReply): Promise<FastifyReply> {
    const { id = '' } = request.params;
    if ((await this.sources(id)) === undefined) return notFound(request, reply);
    await this.parts.detachedTasks.cancel(id);
    return reply.code(204).send();
  }

  async accept(reply: FastifyReply, submission: RenderSubmission, who: Who): Promise<FastifyReply> {
    const id = randomUUID();
    const refused = this.parts.keepRefusal(who) ?? (await this.admit(id, submission, who));
    if (refused) return sendFailure(reply, refused, readAccept(reply.request.headers.accept));
    await this.parts.detachedTasks.submit({ endpoint: 'render', reference: '', submission, who }, id);
    const status = at(`/render/jobs/${id}`);
    void reply.header('location', status).header('preference-applied', 'respond-async');
    return sendJson(reply.header('cache-control', NO_STORE), 202, { id, state: 'waiting', status });
  }

  /** It is counted until what it leaves is removed (server/queue/detachedTasks.ts). */
  private async admit(id: string, { files }: RenderSubmission, { address }: Who): Promise<Failure | undefined> {
    const bytes = [...files.values()].reduce((sum, file) => sum + file.length, 0);
    const untilMs = Date.now() + RETENTION.waitingFilesSeconds * 1000;
    const { ledger } = this.parts;
    const limit = await ledger.admit({ id, address, bytes, untilMs });
    if (limit === undefined) return undefined;
    const { retrySeconds } = STORAGE_LIMITS;
    if (limit === 'inAll')
      return failure('full', 'Too many asynchronous renders are kept; try again later.', retrySeconds);
    const { count } = ledger.limits.ofAddress;
    const words = `At most ${count} asynchronous renders of one address are kept, each for an hour after its end; try again later.`;
    return failure('too-often', words, retrySeconds);
  }

  async answer(request: Request, reply: FastifyReply): Promise<FastifyReply> {
    const { id = '' } = request.params;
    const sources = await this.sources(id);
    const found = sources && (await this.parts.detachedTasks.read(id));
    if (!sources || !found) return notFound(request, reply);
    void reply.header('cache-control', NO_STORE);
    if (found.state !== 'ended') {
      return sendJson(reply.header('retry-after', POLL_SECONDS), 202, { id, state: found.state });
    }
    const wanted = readAccept(request.headers.accept);
    const finished = await this.collect(found.end);
    return sendFinished(reply, finished, { submission: sources, wanted, cacheControl: NO_STORE });
  }

  private async collect(end: DetachedEnd): Promise<FinishedRender<StoredResult>> {
    const { blobs } = this.parts;
    const bytes = async (name: string | undefined) =>
      (name === undefined ? undefined : await blobs.get(name)) ?? Buffer.alloc(0);
    const results = end.results.map(({ format, filename, blob }, i) => ({
      format,
      filename,
      // It ends once, and what it left does not change after that.
      tag: `${end.id}-${i}`,
      open: () => blobs.open(blob),
    }));
    const output = await Promise.all([bytes(end.stdout), bytes(end.stderr)]);
    return { end: success(end.outcome), results, output, timings: end.timings, isHit: false };
  }

  /** To place the problems in them. */
  private async sources(id: string): Promise<DetachedSources | undefined> {
    const bytes = ID.test(id) ? await this.parts.blobs.get(detachedSourcesName(id)) : undefined;
    return bytes && decodeDetachedSources(bytes);
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

function notFound(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const words = 'There is no such render; what has ended is kept for an hour.';
  return sendFailure(reply, failure('not-found', words), readAccept(request.headers.accept));
}
