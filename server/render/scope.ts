import type { FastifyError, FastifyInstance } from 'fastify';
import { failure, type Failure } from '@/core/errors';
import { readAccept } from '@/core/render/accept';
import { RENDER_LIMITS } from '@/core/render/limits';
import type { Log } from '@/platform/log';
import { diskFull, isDiskFull } from '../storage';
import { unavailableOf } from '@/platform/redis/trouble';
import { tooLarge } from './multipart';
import { sendFailure } from './reply';

/**
 * What the routes of programs have in common: bodies arrive as bytes, whatever their type, since `curl --data-binary`
 * calls a program a form; and whatever goes wrong is told as a problem document.
 */
export function prepareScope(scope: FastifyInstance, log: Log): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser(
    '*',
    { parseAs: 'buffer', bodyLimit: RENDER_LIMITS.maxBodyBytes },
    (_request, body, done) => done(null, body),
  );
  scope.setErrorHandler((error: FastifyError, request, reply) =>
    sendFailure(reply, explain(error, log), readAccept(request.headers.accept)),
  );
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
