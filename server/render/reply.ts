import { createHash } from 'node:crypto';
import type { FastifyReply } from 'fastify';
import type { Failure } from '@/core/errors';
import type { Wanted } from '@/core/render/accept';
import { errorCard } from '@/core/render/errorCard';
import { isTextFormat, mediaType } from '@/core/render/mediaTypes';
import { failureProblem, outcomeProblem, placed, type ProblemDocument } from '@/core/render/problemDocument';
import { userContentHeaders } from '../headers';
import { outputText, problemsOf, type FinishedRender, type RenderResult, type Sources } from './finishedRender';

/** What a finished render looks like over HTTP (docs/render-api.md, 3, 5 and 6). */

export interface Answer {
  /** To place the problems in. */
  readonly submission: Sources;
  readonly wanted: Wanted;
  /** How long others may keep a success. */
  readonly cacheControl: string;
}

export const NO_STORE = 'no-store';

export function sendFinished(reply: FastifyReply, finished: FinishedRender, answer: Answer): FastifyReply {
  const { end, results } = finished;
  void reply.header('x-cache', finished.isHit ? 'hit' : 'miss');
  if ('code' in end) return sendFailure(reply, end, answer.wanted);
  const [picture] = results;
  if (end.kind === 'success' && picture !== undefined) {
    void reply.header('cache-control', answer.cacheControl).header('vary', 'accept');
    if (answer.wanted.answer === 'picture') return sendPicture(reply, picture);
    return sendJson(reply, 200, everything(finished, answer.submission));
  }
  const document = outcomeProblem(end, problemsOf(finished, answer.submission));
  return sendProblem(reply, document, answer.wanted, everything(finished, answer.submission));
}

/** Of a request that led to no render. */
export function sendFailure(reply: FastifyReply, failure: Failure, wanted: Wanted): FastifyReply {
  if (failure.retryAfterSeconds !== undefined) void reply.header('retry-after', Math.ceil(failure.retryAfterSeconds));
  return sendProblem(reply, failureProblem(failure), wanted, {});
}

export function sendPicture(reply: FastifyReply, { format, bytes }: RenderResult): FastifyReply {
  const etag = `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 27)}"`;
  void reply.headers(userContentHeaders(format === 'html')).header('access-control-allow-origin', '*');
  void reply.header('etag', etag).type(mediaType(format));
  const known = reply.request.headers['if-none-match']?.split(/\s*,\s*/);
  if (known?.some((tag) => tag === '*' || tag.replace(/^W\//, '') === etag)) return reply.code(304).send();
  return reply.send(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length));
}

export function sendJson(reply: FastifyReply, status: number, value: unknown, type = 'application/json'): FastifyReply {
  void reply.headers(userContentHeaders(false));
  return reply
    .code(status)
    .type(`${type}; charset=utf-8`)
    .send(Buffer.from(`${JSON.stringify(value, null, 2)}\n`));
}

function sendProblem(reply: FastifyReply, document: ProblemDocument, wanted: Wanted, more: object): FastifyReply {
  void reply.header('cache-control', NO_STORE).header('vary', 'accept');
  if (wanted.error === 'card') {
    void reply.headers(userContentHeaders(false)).header('access-control-allow-origin', '*');
    return reply.code(document.status).type(mediaType('svg')).send(errorCard(document));
  }
  return sendJson(reply, document.status, { ...document, ...more }, 'application/problem+json');
}

/** The whole render as JSON; pictures as text where they are text, else in base64. */
function everything(finished: FinishedRender, submission: Sources) {
  return {
    outcome: 'code' in finished.end ? finished.end.code : finished.end.kind,
    results: finished.results.map(({ format, filename, bytes }) => {
      const encoding = isTextFormat(format) ? 'utf8' : 'base64';
      const data = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString(encoding);
      return { format, ...(filename === undefined ? {} : { filename }), type: mediaType(format), encoding, data };
    }),
    output: outputText(finished),
    problems: problemsOf(finished, submission).map(placed),
    timings: finished.timings,
    cache: finished.isHit ? 'hit' : 'miss',
  };
}
