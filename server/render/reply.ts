import { createHash } from 'node:crypto';
import type { FastifyReply } from 'fastify';
import type { Failure } from '@/core/errors';
import type { Wanted } from '@/core/render/accept';
import { errorPicture } from '@/core/render/errorPicture';
import { isTextFormat, mediaType } from '@/core/render/mediaTypes';
import { failureProblem, outcomeProblem, placed, type ProblemDocument } from '@/core/render/problemDocument';
import { isRepeatable } from '@/core/render/repeatable';
import { userContentHeaders } from '../headers';
import {
  outputText,
  problemsOf,
  type FinishedRender,
  type RenderResult,
  type Sources,
  type StoredResult,
} from './finishedRender';
import { inMemory, jsonBody, type Picture } from './jsonBody';

/** What a finished render looks like over HTTP (docs/render-api.md, 3, 5 and 6). */

export interface Answer {
  /** To place the problems in. */
  readonly submission: Sources;
  readonly wanted: Wanted;
  /** How long others may keep a success. */
  readonly cacheControl: string;
}

export const NO_STORE = 'no-store';
const IMMUTABLE = 'public, max-age=31536000, immutable';
/** The same address draws something else the next time. */
const FRESH = 'no-cache';

/** Of a picture whose address holds the whole program. */
export function cacheControlOf({ files }: Sources): string {
  return isRepeatable(files) ? IMMUTABLE : FRESH;
}

type AnyResult = RenderResult | StoredResult;

export async function sendFinished(
  reply: FastifyReply,
  finished: FinishedRender<AnyResult>,
  answer: Answer,
): Promise<FastifyReply> {
  const { results } = finished;
  void reply.header('x-cache', finished.isHit ? 'hit' : 'miss');
  if (!finished.end.ok) return sendFailure(reply, finished.end.failure, answer.wanted);
  const end = finished.end.value;
  const [picture] = results;
  if (end.kind === 'success' && picture !== undefined) {
    void reply.header('cache-control', answer.cacheControl).header('vary', 'accept');
    if (answer.wanted.answer === 'picture')
      return 'bytes' in picture ? sendPicture(reply, picture) : sendStored(reply, picture);
    return sendDocument(reply, 200, JSON_TYPE, (text) => everything(finished, answer.submission, text));
  }
  const document = outcomeProblem(end, problemsOf(finished, answer.submission));
  return sendProblem(reply, document, answer.wanted, (text) => everything(finished, answer.submission, text));
}

/** Of a request that led to no render. */
export function sendFailure(reply: FastifyReply, failure: Failure, wanted: Wanted): FastifyReply {
  if (failure.retryAfterSeconds !== undefined) void reply.header('retry-after', Math.ceil(failure.retryAfterSeconds));
  return sendProblem(reply, failureProblem(failure), wanted, () => ({}));
}

export function sendPicture(reply: FastifyReply, { format, bytes }: RenderResult): FastifyReply {
  if (isKnown(reply, format, tagOf(bytes))) return reply.code(304).send();
  return reply.send(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length));
}

/** One that is not there any more is an empty picture. */
async function sendStored(reply: FastifyReply, { format, tag, open }: StoredResult): Promise<FastifyReply> {
  if (isKnown(reply, format, tag)) return reply.code(304).send();
  const blob = await open();
  return blob ? reply.header('content-length', blob.size).send(blob.stream) : reply.send(Buffer.alloc(0));
}

/** Says what it is; whether the client has it already. */
function isKnown(reply: FastifyReply, format: string, tag: string): boolean {
  const etag = `"${tag}"`;
  void reply.headers(userContentHeaders(format === 'html')).header('access-control-allow-origin', '*');
  void reply.header('etag', etag).type(mediaType(format));
  const known = reply.request.headers['if-none-match']?.split(',').map((given) => given.trim());
  return known?.some((given) => given === '*' || given.replace(/^W\//, '') === etag) ?? false;
}

/** Those who share a run share its bytes; a large picture is not gone through again for each of them. */
const tags = new WeakMap<Uint8Array, string>();

function tagOf(bytes: Uint8Array): string {
  const tag = tags.get(bytes) ?? createHash('sha256').update(bytes).digest('base64url').slice(0, 27);
  tags.set(bytes, tag);
  return tag;
}

const JSON_TYPE = 'application/json';

export function sendJson(reply: FastifyReply, status: number, value: unknown): FastifyReply {
  return sendDocument(reply, status, JSON_TYPE, () => value);
}

/** With pictures in it, which may be large: see jsonBody.ts. */
export function sendDocument(
  reply: FastifyReply,
  status: number,
  type: string,
  make: Parameters<typeof jsonBody>[0],
): FastifyReply {
  void reply.headers(userContentHeaders(false));
  return reply.code(status).type(`${type}; charset=utf-8`).send(jsonBody(make));
}

function sendProblem(
  reply: FastifyReply,
  document: ProblemDocument,
  wanted: Wanted,
  more: (text: (picture: Picture) => string) => object,
): FastifyReply {
  void reply.header('cache-control', NO_STORE).header('vary', 'accept');
  if (wanted.error === 'picture') {
    void reply.headers(userContentHeaders(false)).header('access-control-allow-origin', '*');
    return reply.code(document.status).type(mediaType('svg')).send(errorPicture(document));
  }
  return sendDocument(reply, document.status, 'application/problem+json', (text) => ({ ...document, ...more(text) }));
}

/** The whole render as JSON; pictures as text where they are text, else in base64. */
function everything(
  finished: FinishedRender<AnyResult>,
  submission: Sources,
  text: (picture: Picture) => string,
): Record<string, unknown> {
  return {
    outcome: finished.end.ok ? finished.end.value.kind : finished.end.failure.code,
    results: finished.results.map((result) => {
      const { format, filename } = result;
      const encoding = isTextFormat(format) ? 'utf8' : 'base64';
      const data = text({ encoding, pieces: 'bytes' in result ? inMemory(result.bytes) : () => stored(result) });
      return { format, ...(filename === undefined ? {} : { filename }), type: mediaType(format), encoding, data };
    }),
    output: outputText(finished),
    ...apart(finished),
    problems: problemsOf(finished, submission).map(placed),
    timings: finished.timings,
    cache: finished.isHit ? 'hit' : 'miss',
  };
}

/** What came on which stream, if there were two. */
function apart({ output, errors = [] }: Pick<FinishedRender, 'output' | 'errors'>): Record<string, string> {
  if (errors.length === 0) return {};
  const isError = new Set(errors);
  const stdout = outputText({ output: output.filter((bytes) => !isError.has(bytes)) });
  return { stdout, stderr: outputText({ output: errors }) };
}

async function* stored({ open }: StoredResult): AsyncGenerator<Uint8Array> {
  const blob = await open();
  if (blob) yield* blob.stream as AsyncIterable<Buffer>;
}
