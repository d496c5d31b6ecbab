import type { FastifyError, FastifyInstance, FastifyRequest } from 'fastify';
import { failure, type Failure } from '@/core/errors';
import { readAccept } from '@/core/render/accept';
import { TURN_LIMITS } from '@/core/limits';
import { RENDER_LIMITS } from '@/core/render/limits';
import type { Log } from '@/platform/log';
import { diskFull, isDiskFull } from '../storage';
import { unavailableOf } from '@/platform/redis/trouble';
import type { Identity } from '../identity';
import { Turns } from '../turns';
import type { Encoding, Unpacking } from '../unpacking';
import { tooLarge } from './multipart';
import { sendFailure } from './reply';

/**
 * What the routes of programs have in common: bodies arrive as bytes, whatever their type, since `curl --data-binary`
 * calls a program a form, and are unpacked if they are packed; large ones are read in turns; and whatever goes wrong is
 * told as a problem document.
 */

export interface ScopeParts {
  readonly identity: Pick<Identity, 'whoIs'>;
  readonly unpacking: Unpacking;
  readonly log: Log;
}

class Unreadable extends Error {
  constructor(readonly failure: Failure) {
    super(failure.message);
  }
}

export function prepareScope(scope: FastifyInstance, parts: ScopeParts): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser<Buffer>(
    '*',
    { parseAs: 'buffer', bodyLimit: RENDER_LIMITS.maxBodyBytes },
    async (request: FastifyRequest, body: Buffer) => unpacked(request, body, parts),
  );
  const turns = new Turns(TURN_LIMITS.submissions);
  scope.addHook('preHandler', async (request, reply) => {
    if (!Buffer.isBuffer(request.body) || request.body.length <= TURN_LIMITS.largeSubmissionBytes) return;
    if (await turns.begin(parts.identity.whoIs(request.raw).address, reply.raw)) return;
    return sendFailure(reply, tooManyAtOnce(), readAccept(request.headers.accept));
  });
  scope.setErrorHandler((error: FastifyError | Unreadable, request, reply) => {
    const failure = error instanceof Unreadable ? error.failure : explain(error, parts.log);
    return sendFailure(reply, failure, readAccept(request.headers.accept));
  });
}

async function unpacked(request: FastifyRequest, body: Buffer, { identity, unpacking }: ScopeParts): Promise<Buffer> {
  const encoding = request.headers['content-encoding']?.toLowerCase() ?? 'identity';
  if (encoding === 'identity') return body;
  if (!isKnown(encoding))
    throw new Unreadable(failure('bad-message', 'The Content-Encoding of a request may be gzip or deflate.'));
  const { address } = identity.whoIs(request.raw);
  const result = await unpacking.unpack(body, encoding, RENDER_LIMITS.maxBodyBytes, address);
  if (!result.ok) throw new Unreadable(result.failure.code === 'too-large' ? tooLarge() : result.failure);
  const { buffer, byteOffset, length } = result.value;
  return Buffer.from(buffer, byteOffset, length);
}

function tooManyAtOnce(): Failure {
  const { retrySeconds } = TURN_LIMITS;
  return failure('too-often', 'Your address sends too many large requests at a time. Wait a moment.', retrySeconds);
}

function isKnown(encoding: string): encoding is Encoding {
  return encoding === 'gzip' || encoding === 'deflate';
}

function explain(error: FastifyError, log: Log): Failure {
  const status = error.statusCode ?? 500;
  if (status === 413) return tooLarge();
  if (status >= 400 && status < 500) return failure('bad-message', `The request cannot be read: ${error.message}.`);
  if (isDiskFull(error)) {
    log.error({ err: error }, 'the disk is full');
    return diskFull();
  }
  const unavailable = unavailableOf(error);
  if (unavailable) return unavailable;
  log.error({ err: error }, 'bug: a request failed');
  return failure('server', 'Server error');
}
