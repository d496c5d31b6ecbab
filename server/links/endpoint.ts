import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Redis } from 'ioredis';
import { z } from 'zod';
import type { SubmissionLimits } from '@/core/submission/limits';
import { explained } from '@/core/explanations';
import { failure, type Failure } from '@/core/errors';
import { parseJson } from '@/core/json';
import { LINK_LIMITS } from '@/core/links/limits';
import type { StoredLink } from '@/core/links/link';
import { readAccept } from '@/core/render/accept';
import { LINK_OPERATIONS } from '@/core/render/linkOperations';
import { refusal, success, type Result } from '@/core/result';
import type { Log } from '@/platform/log';
import { takeHourly } from '../hourly';
import type { Identity } from '../identity';
import { tokenOf } from '../bearer';
import { isAllowedOrigin } from '../origin';
import type { Who } from '../queue/tasks';
import { guessText, type TokenGuesses } from '../tokenGuesses';
import { serveOperations, type Request } from '../render/operations';
import { sendFailure, sendJson } from '../render/reply';
import type { RenderParts } from '../render/finishedRender';
import { prepareScope, type ScopeParts } from '../render/scope';
import { noLink, type LinkContents, type LinkStore } from './linkStore';
import { drawLink, pictureHandlers } from './pictures';
import { oembedHandler } from './oembed';
import type { Reports } from './reports';
import { readLinkRequest, type LinkRequest } from './request';

/** Making, changing, deleting and reporting links (docs/sharing.md). The pages themselves are in app/s and app/embed. */

interface LinkEndpointOptions extends RenderParts, ScopeParts {
  readonly store: LinkStore;
  readonly reports: Reports;
  readonly redis: Redis;
  readonly identity: Identity;
  /** Why this one may not have anything kept now; undefined: they may. */
  readonly keepRefusal: (who: Who) => Failure | undefined;
  readonly limits: SubmissionLimits;
  readonly allowedOrigins: readonly string[];
  /** The address that people use, by the host they asked for; undefined if that is none of ours. */
  readonly guesses: TokenGuesses;
  readonly baseFor: (host: string | undefined) => string | undefined;
  readonly log: Log;
}

const DAY_MS = 24 * 3600 * 1000;
const reportBody = z.object({ words: z.string().trim().min(1) });

export interface NewLink {
  readonly url: string;
  readonly embed: string;
  readonly token: string;
}

export class LinkEndpoint {
  constructor(private readonly options: LinkEndpointOptions) {}

  async open(routes: FastifyInstance): Promise<void> {
    await routes.register(async (scope) => {
      prepareScope(scope, this.options);
      scope.addHook('onRequest', async (request, reply) => {
        void reply.header('x-robots-tag', 'noindex');
        if (this.options.baseFor(request.headers.host) !== undefined) return;
        await reply.code(421).type('text/plain').send(unknownHost(request));
      });
      serveOperations(scope, LINK_OPERATIONS, {
        createLink: (request, reply) => this.write(request, reply, undefined),
        updateLink: (request, reply) => this.write(request, reply, request.params.id),
        readLink: (request, reply) => this.show(request, reply),
        deleteLink: (request, reply) => this.remove(request, reply),
        reportLink: (request, reply) => this.report(request, reply),
        ...pictureHandlers(this.options),
        oembed: oembedHandler(this.options.store, (request) => this.base(request)),
      });
    });
  }

  /** The address that people use. */
  private base(request: FastifyRequest): string {
    return this.options.baseFor(request.headers.host) ?? '';
  }

  private async write(request: FastifyRequest, reply: FastifyReply, id: string | undefined): Promise<FastifyReply> {
    const { store, limits } = this.options;
    const who = this.options.identity.whoIs(request.raw);
    const wrong = (await this.refuseChange(request, id)) ?? (await this.refuseNow(who));
    if (wrong) return refuse(reply, wrong);
    const read = readLinkRequest(parsedBody(request), limits);
    if (!read.ok) return refuse(reply, read.failure);
    const contents = await this.draw(read.value, who, reply);
    if (!contents.ok) return refuse(reply, contents.failure);
    if (id === undefined) {
      const made = await store.create(contents.value, who);
      if (!made.ok) return refuse(reply, made.failure);
      const { link, token } = made.value;
      const address = this.addresses(request, link);
      return sendJson(reply.header('location', address.url), 201, { ...shown(link), ...address, token });
    }
    const updated = await store.update(id, contents.value, who);
    if (!updated.ok) return refuse(reply, updated.failure);
    const link = updated.value;
    return sendJson(reply, 200, { ...shown(link), ...this.addresses(request, link) });
  }

  /** A new link for somebody who asked in another way, under the same limits. */
  async make(body: unknown, request: FastifyRequest, reply: FastifyReply): Promise<Result<NewLink>> {
    const { store, limits, identity } = this.options;
    const who = identity.whoIs(request.raw);
    const isKnown = this.options.baseFor(request.headers.host) !== undefined;
    const wrong = isKnown ? await this.refuseNow(who) : failure('bad-message', unknownHost(request));
    if (wrong) return refusal(wrong);
    const read = readLinkRequest(body, limits);
    if (!read.ok) return read;
    const contents = await this.draw(read.value, who, reply);
    if (!contents.ok) return contents;
    const made = await store.create(contents.value, who);
    return made.ok ? success({ ...this.addresses(request, made.value.link), token: made.value.token }) : made;
  }

  private async draw(read: LinkRequest, who: Who, reply: FastifyReply): Promise<Result<LinkContents>> {
    const { title, alt, project, expiresInDays, submission } = read;
    const picture = await drawLink(this.options, submission, who, reply);
    if (!picture.ok) return picture;
    const expiresAtMs = expiresInDays === null ? undefined : Date.now() + expiresInDays * DAY_MS;
    return success({ title, alt, project, picture: picture.value, expiresAtMs });
  }

  private async show(request: Request, reply: FastifyReply): Promise<FastifyReply> {
    const link = await this.options.store.read(idOf(request));
    if (!link) return refuse(reply, noLink());
    const { project } = link;
    return sendJson(reply, 200, { ...shown(link), ...this.addresses(request, link), ...project });
  }

  private async remove(request: Request, reply: FastifyReply): Promise<FastifyReply> {
    const wrong = await this.refuseChange(request, idOf(request));
    if (wrong) return refuse(reply, wrong);
    await this.options.store.remove(idOf(request));
    return reply.code(204).send();
  }

  private async report(request: Request, reply: FastifyReply): Promise<FastifyReply> {
    const { store, reports, redis, identity } = this.options;
    const { address } = identity.whoIs(request.raw);
    const link = await store.link(idOf(request));
    if (!link) return refuse(reply, noLink());
    const body = reportBody.safeParse(parsedBody(request));
    if (!body.success) return refuse(reply, failure('bad-message', 'The body must be {"words": what is wrong}.'));
    const often = await takeHourly(redis, { what: 'reports', most: LINK_LIMITS.reportsPerHour }, address);
    if (often) return refuse(reply, often);
    await reports.add(link.id, body.data.words, address);
    return reply.code(204).send();
  }

  /** Only our own pages and programs, and for a link that exists only who has its token. */
  private async refuseChange(request: FastifyRequest, id: string | undefined): Promise<Failure | undefined> {
    if (!isAllowedOrigin(request.raw, this.options.allowedOrigins))
      return failure('forbidden', `Pages of ${request.headers.origin} may not change links.`);
    if (id === undefined) return undefined;
    if ((await this.options.store.link(id)) === undefined) return noLink();
    const token = tokenOf(request.headers.authorization ?? '');
    if (token !== undefined) {
      const { guesses, identity, store } = this.options;
      // A token is right for its own link only.
      const looked = await guesses.check(identity.whoIs(request.raw).address, `${id} ${token}`, async () =>
        (await store.isOwner(id, token)) ? true : undefined,
      );
      if (!looked.ok) {
        const { retryAfterSeconds } = looked;
        return failure('too-often', guessText(retryAfterSeconds), retryAfterSeconds);
      }
      if (looked.found) return undefined;
    }
    return failure('forbidden', explained('notOwner', {}));
  }

  /** Nothing may be kept for this one now, or it asks too often. */
  private async refuseNow(who: Who): Promise<Failure | undefined> {
    const { redis, keepRefusal } = this.options;
    const { client, address } = who;
    const what = 'changes of links';
    return (
      keepRefusal(who) ??
      (await takeHourly(redis, { what, most: LINK_LIMITS.changesPerHour }, client)) ??
      (await takeHourly(redis, { what, most: LINK_LIMITS.changesPerHourAndAddress }, `all:${address}`))
    );
  }

  private addresses(request: FastifyRequest, { id }: StoredLink) {
    const base = this.base(request);
    return { url: `${base}/s/${id}`, embed: `${base}/embed/${id}` };
  }
}

function unknownHost({ headers }: FastifyRequest): string {
  return `This server is not known as ${headers.host}; its operator can set PUBLIC_URL.`;
}

function parsedBody({ body }: FastifyRequest): unknown {
  return parseJson(Buffer.isBuffer(body) ? body.toString('utf8') : '');
}

function idOf({ params }: Request): string {
  return params.id ?? '';
}

/** A link as others may see it. */
function shown({ client: _client, ...link }: StoredLink & { project?: unknown }) {
  const { project: _project, ...rest } = link;
  return rest;
}

function refuse(reply: FastifyReply, wrong: Failure): FastifyReply {
  return sendFailure(reply, wrong, readAccept(reply.request.headers.accept));
}
