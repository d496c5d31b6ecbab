import { parseJson } from '@/core/json';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { failure } from '@/core/errors';
import { readAccept } from '@/core/render/accept';
import { errorPicture } from '@/core/render/errorPicture';
import { KROKI_FORMATS, KROKI_TYPE } from '@/core/render/krokiOperations';
import { mediaType } from '@/core/render/mediaTypes';
import { parseRenderOptions, RENDER_OPTION_NAMES } from '@/core/render/options';
import { failureProblem, outcomeProblem, type ProblemDocument } from '@/core/render/problemDocument';
import { refusal, type Refused, type Result } from '@/core/result';
import type { SubmissionLimits } from '@/core/submission/limits';
import { userContentHeaders } from '../headers';
import { decodeSource } from './decodedSource';
import { problemsOf } from './finishedRender';
import type { RenderFor } from './legacyApi';
import type { Handler, Request } from './operations';
import { cacheControlOf, NO_STORE, sendJson, sendPicture } from './reply';
import { isJson } from './request';
import { MAIN_FILE, makeSubmission, type RenderSubmission } from './submission';

/**
 * Kroki's addresses (docs/render-api.md, 14 to 16), so that its clients need no more than our address. They send options
 * for all kinds of diagrams; those that are not ours are left alone, as Kroki does.
 */

/** Clients in some languages write null for what they do not say. */
const krokiBody = z.object({
  diagram_source: z.string(),
  diagram_type: z.string().nullish(),
  output_format: z.string().nullish(),
  diagram_options: z.record(z.string(), z.unknown()).nullish(),
});
type KrokiBody = z.infer<typeof krokiBody>;

interface Diagram {
  readonly source: Uint8Array;
  readonly format: string;
  readonly options: Readonly<Record<string, unknown>>;
}

const OPTION_HEADER = 'kroki-diagram-options-';

export function krokiHandlers(
  limits: SubmissionLimits,
  render: RenderFor,
): Record<'krokiAddress' | 'krokiFormat' | 'krokiType', Handler> {
  const krokiAddress: Handler = async (request, reply) => {
    const { format = '', encoded = '' } = request.params;
    const source = decodeSource(encoded, limits.maxProgramBytes);
    const read = source.ok ? makeDiagram(request, { source: source.value, format, options: {} }, limits) : source;
    return answer(request, reply, read, render);
  };
  const posted: Handler = async (request, reply) =>
    answer(request, reply, readPosted(request, krokiJson(request), limits), render);
  return { krokiAddress, krokiFormat: posted, krokiType: posted };
}

/** `POST /` takes programs of any type; Kroki's JSON is none, so it stands out. */
export function krokiOr(other: Handler, limits: SubmissionLimits, render: RenderFor): Handler {
  return async (request, reply) => {
    const body = krokiJson(request);
    if (body === undefined) return other(request, reply);
    const read = body.diagram_type ? readPosted(request, body, limits) : wrong('diagram_type is missing');
    return answer(request, reply, read, render);
  };
}

function krokiJson(request: FastifyRequest): KrokiBody | undefined {
  if (!isJson(request) || !Buffer.isBuffer(request.body)) return undefined;
  return krokiBody.safeParse(parseJson(request.body.toString('utf8'))).data;
}

function readPosted(request: Request, body: KrokiBody | undefined, limits: SubmissionLimits): Result<RenderSubmission> {
  if (body === undefined && isJson(request)) return wrong('the body must be {"diagram_source": program}');
  const type = body?.diagram_type ?? KROKI_TYPE;
  if (type.toLowerCase() !== KROKI_TYPE) return wrong(`the diagram type is ${KROKI_TYPE}, not ${JSON.stringify(type)}`);
  const format = request.params.format ?? body?.output_format ?? readAccept(request.headers.accept).format ?? 'svg';
  const raw = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
  const source = body === undefined ? raw : Buffer.from(body.diagram_source, 'utf8');
  return makeDiagram(request, { source, format, options: body?.diagram_options ?? {} }, limits);
}

function makeDiagram(
  request: Request,
  { source, format, options }: Diagram,
  limits: SubmissionLimits,
): Result<RenderSubmission> {
  if (!KROKI_FORMATS.some((known) => known === format))
    return wrong(`the output format is one of ${KROKI_FORMATS.join(', ')}, not ${JSON.stringify(format)}`);
  if (source.length === 0) return wrong('there is no program');
  const given = { ...options, ...(request.query as object), ...headerOptions(request) };
  const read = parseRenderOptions({ ...ours(given), format }, limits.levelSeconds);
  return read.ok ? makeSubmission([[MAIN_FILE, source]], MAIN_FILE, read.value, limits) : read;
}

function headerOptions({ headers }: FastifyRequest): Record<string, unknown> {
  const named = Object.entries(headers).filter(([name]) => name.startsWith(OPTION_HEADER));
  return Object.fromEntries(named.map(([name, value]) => [name.slice(OPTION_HEADER.length), value]));
}

/** Headers have no capitals. */
function ours(given: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const lower = new Map(Object.entries(given).map(([name, value]) => [name.toLowerCase(), value]));
  const known = RENDER_OPTION_NAMES.filter((name) => lower.has(name.toLowerCase()));
  return Object.fromEntries(known.map((name) => [name, lower.get(name.toLowerCase())]));
}

async function answer(
  request: Request,
  reply: FastifyReply,
  read: Result<RenderSubmission>,
  render: RenderFor,
): Promise<FastifyReply> {
  if (!read.ok) return tell(reply, failureProblem(read.failure));
  const submission = read.value;
  const finished = await render(request, reply, submission);
  if (!finished) return reply;
  void reply.header('x-cache', finished.isHit ? 'hit' : 'miss');
  const { end, results } = finished;
  if (!end.ok) {
    const { retryAfterSeconds } = end.failure;
    if (retryAfterSeconds !== undefined) void reply.header('retry-after', Math.ceil(retryAfterSeconds));
    return tell(reply, failureProblem(end.failure));
  }
  const [picture] = results;
  if (end.value.kind !== 'success' || picture === undefined)
    return tell(reply, outcomeProblem(end.value, problemsOf(finished, submission)));
  void reply.header('cache-control', request.method === 'POST' ? NO_STORE : cacheControlOf(submission));
  return sendPicture(reply, picture);
}

/** A text such as "Error 400: …"; JSON or a picture for those who prefer it. Kroki knows no 422. */
function tell(reply: FastifyReply, problem: ProblemDocument): FastifyReply {
  const status = problem.status === 422 ? 400 : problem.status;
  const wanted = readAccept(reply.request.headers.accept);
  void reply.header('cache-control', NO_STORE).header('vary', 'accept').header('access-control-allow-origin', '*');
  const message = messageOf(problem);
  if (wanted.answer === 'json') return sendJson(reply, status, { error: { code: status, message } });
  void reply.headers(userContentHeaders(false)).code(status);
  if (wanted.error === 'picture') return reply.type(mediaType('svg')).send(errorPicture({ ...problem, status }));
  return reply.type('text/plain; charset=utf-8').send(`Error ${status}: ${message}`);
}

/** Every place in the program has a line of its own. */
function messageOf({ detail, problems }: ProblemDocument): string {
  const errors = problems.filter(({ severity, line }) => severity === 'error' && line !== undefined);
  if (errors.length === 0) return detail;
  return errors.map(({ file, line, column, message }) => `${file}:${line}:${column}: ${message}`).join('\n');
}

function wrong(why: string): Refused {
  return refusal(failure('bad-message', `This request can’t be rendered: ${why}.`));
}
