import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { SubmissionLimits } from '@/core/submission/limits';
import { outcomeText } from '@/core/submission/texts';
import type { Failure } from '@/core/errors';
import { parseRenderOptions, unknownOption } from '@/core/render/options';
import { failureProblem } from '@/core/render/problemDocument';
import { refusal, type Result } from '@/core/result';
import { userContentHeaders } from '../headers';
import { outputText, type FinishedRender } from './finishedRender';
import { NO_STORE, sendPicture } from './reply';
import { readQuery } from './request';
import { MAIN_FILE, makeSubmission, type RenderSubmission } from './submission';

/**
 * `POST /` as the HTTP servers of Asymptote have long answered it (docs/render-api.md, 9): the program as the body, the
 * picture as the answer. Scripts compare the beginning of an error with exact bytes, spaces included.
 */

export type RenderFor = (
  request: FastifyRequest,
  reply: FastifyReply,
  submission: RenderSubmission,
) => Promise<FinishedRender | undefined>;

const NAMES = { f: 'format', render: 'render', antialias: 'antialias', tex: 'engine' } as const;

export function addEstablishedRoute(scope: FastifyInstance, limits: SubmissionLimits, render: RenderFor): void {
  scope.post('/', async (request, reply) => {
    void reply.header('cache-control', NO_STORE);
    const submission = readEstablished(request, limits);
    if (!submission.ok) return refuse(reply, submission.failure);
    const finished = await render(request, reply, submission.value);
    return finished ? answer(reply, finished) : reply;
  });
}

function readEstablished(request: FastifyRequest, limits: SubmissionLimits): Result<RenderSubmission> {
  const words = readQuery(request.query);
  if (!words.ok) return words;
  const unknown = Object.keys(words.value).find((name) => !Object.hasOwn(NAMES, name));
  if (unknown !== undefined) return refusal(unknownOption(unknown, Object.keys(NAMES)));
  const given = Object.entries(words.value).map(([name, value]) => [NAMES[name as keyof typeof NAMES], value]);
  const options = parseRenderOptions({ format: 'html', ...Object.fromEntries(given) }, limits.levelSeconds);
  if (!options.ok) return refusal(inItsNames(options.failure));
  const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
  return makeSubmission([[MAIN_FILE, body]], MAIN_FILE, options.value, limits);
}

/** An option is told of by the name that was used for it. */
function inItsNames(wrong: Failure): Failure {
  let { message } = wrong;
  for (const [name, ours] of Object.entries(NAMES)) message = message.replace(`Option "${ours}"`, `Option "${name}"`);
  return { ...wrong, message };
}

function answer(reply: FastifyReply, finished: FinishedRender): FastifyReply {
  void reply.header('x-cache', finished.isHit ? 'hit' : 'miss');
  if (!finished.end.ok) return refuse(reply, finished.end.failure);
  const end = finished.end.value;
  const [picture] = finished.results;
  switch (end.kind) {
    case 'success':
      return picture ? sendPicture(reply, picture) : reply.code(204).send();
    case 'no-image':
      return reply.code(204).send();
    case 'failed':
      return say(reply, 415, 'Asymptote error.', outputText(finished).trim());
    case 'time-limit':
      return say(reply, 408, 'Asymptote timeout', outcomeText(end) ?? '');
    case 'output-limit':
    case 'memory-limit':
      return say(reply, 415, 'Asymptote error.', `${outputText(finished).trim()}\n${outcomeText(end)}`.trim());
    default:
      return say(reply, 503, 'Server error.', outcomeText(end) ?? '');
  }
}

function refuse(reply: FastifyReply, failure: Failure): FastifyReply {
  const { status, title, detail } = failureProblem(failure);
  if (failure.retryAfterSeconds !== undefined) void reply.header('retry-after', Math.ceil(failure.retryAfterSeconds));
  return say(reply, status, `${title}.`, detail);
}

function say(reply: FastifyReply, status: number, msg: string, reason: string): FastifyReply {
  const body = `{"msg": ${JSON.stringify(msg)}, "reason": ${JSON.stringify(reason)}}`;
  return reply.headers(userContentHeaders(false)).code(status).type('application/json; charset=utf-8').send(body);
}
