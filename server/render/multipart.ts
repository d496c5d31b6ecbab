import type { FastifyRequest } from 'fastify';
import { failure, type Failure } from '@/core/errors';
import { RENDER_LIMITS } from '@/core/render/limits';
import { refusal, success, type Result } from '@/core/result';

/** A multipart body: the fields whose names are known, and everything else as files. */

interface MultipartBody {
  readonly fields: ReadonlyMap<string, string>;
  readonly files: readonly (readonly [name: string, bytes: Uint8Array])[];
}

/** Browsers give a piece of data this name when it has none of its own. */
const NAMELESS = ['', 'blob'];

export async function readMultipart(
  request: FastifyRequest,
  isField: (name: string) => boolean,
): Promise<Result<MultipartBody>> {
  const fields = new Map<string, string>();
  const files: [string, Uint8Array][] = [];
  let total = 0;
  try {
    for await (const part of request.parts()) {
      const bytes = part.type === 'file' ? await part.toBuffer() : Buffer.from(String(part.value), 'utf8');
      total += bytes.length;
      if (total > RENDER_LIMITS.maxBodyBytes) return refusal(tooLarge());
      if (isField(part.fieldname)) fields.set(part.fieldname, bytes.toString('utf8'));
      else if (part.type === 'file' && !NAMELESS.includes(part.filename)) files.push([part.filename, bytes]);
      else files.push([part.fieldname, bytes]);
    }
    return success({ fields, files });
  } catch (error) {
    // Whatever the parser throws is about the body.
    if ((error as { statusCode?: unknown }).statusCode === 413) return refusal(tooLarge());
    const why = error instanceof Error ? error.message : 'broken';
    return refusal(failure('bad-message', `The form cannot be read: ${why}.`));
  }
}

export function tooLarge(): Failure {
  return failure('too-large', `A request may have at most ${RENDER_LIMITS.maxBodyBytes} bytes.`);
}
