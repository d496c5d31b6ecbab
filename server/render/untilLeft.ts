import type { FastifyReply } from 'fastify';

/** Aborted when the one who asked leaves before the answer is out. */
export function untilLeft(reply: FastifyReply): AbortSignal {
  const left = new AbortController();
  reply.raw.once('close', () => {
    if (!reply.raw.writableEnded) left.abort();
  });
  return left.signal;
}
