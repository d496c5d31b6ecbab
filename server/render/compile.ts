import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { SubmissionLimits } from '@/core/submission/limits';
import { outcomeText } from '@/core/submission/texts';
import { failure } from '@/core/errors';
import { parseJson } from '@/core/json';
import { DEFAULT_SUBMISSION_OPTIONS } from '@/core/submission/submission';
import { refusal, type Result } from '@/core/result';
import { userContentHeaders } from '../headers';
import type { RenderFor } from './legacyApi';
import { outputText, type FinishedRender } from './finishedRender';
import { readMultipart } from './multipart';
import { inMemory } from './jsonBody';
import type { Handler } from './operations';
import { NO_STORE, sendDocument, sendJson, sendPicture } from './reply';
import { makeSubmission, type RenderSubmission } from './submission';

/** The older form of the same (docs/render-api.md, 10): files as a form, the main file named in a field `info`. */

const infoField = z.object({ main: z.string() });

export function compileHandlers(
  limits: SubmissionLimits,
  render: RenderFor,
): Record<'compileSvg' | 'compilePdf', Handler> {
  const compileSvg: Handler = async (request, reply) => {
    const submission = await readCompile(request, 'svg', limits);
    if (!submission.ok) return sendJson(reply, 400, { error: submission.failure.message, output: '', svg: null });
    const finished = await render(request, reply, submission.value);
    if (!finished) return reply;
    const svg = pictureOf(finished, 'svg');
    void reply.header('cache-control', NO_STORE).header('x-cache', finished.isHit ? 'hit' : 'miss');
    return sendDocument(reply, 200, 'application/json', (text) => ({
      error: errorOf(finished) ?? null,
      output: outputText(finished),
      svg: svg === undefined ? null : text({ encoding: 'utf8', pieces: inMemory(svg.bytes) }),
    }));
  };

  const compilePdf: Handler = async (request, reply) => {
    const text = (words: string) =>
      reply.headers(userContentHeaders(false)).code(400).type('text/plain; charset=utf-8').send(words);
    void reply.header('cache-control', NO_STORE);
    const submission = await readCompile(request, 'pdf', limits);
    if (!submission.ok) return text(submission.failure.message);
    const finished = await render(request, reply, submission.value);
    if (!finished) return reply;
    void reply.header('x-cache', finished.isHit ? 'hit' : 'miss');
    const error = errorOf(finished);
    const pdf = pictureOf(finished, 'pdf');
    if (error === undefined && pdf !== undefined) return sendPicture(reply, pdf);
    return text(`${error ?? 'No image output'}\n${outputText(finished)}`);
  };

  return { compileSvg, compilePdf };
}

async function readCompile(
  request: FastifyRequest,
  format: 'svg' | 'pdf',
  limits: SubmissionLimits,
): Promise<Result<RenderSubmission>> {
  if (!request.isMultipart()) return refusal(failure('bad-message', 'The body must be multipart/form-data.'));
  const form = await readMultipart(request, (name) => name === 'info');
  if (!form.ok) return form;
  const { fields, files } = form.value;
  const info = infoField.safeParse(parseJson(fields.get('info') ?? ''));
  if (!info.success) return refusal(failure('bad-message', 'The field "info" must be {"main": name}.'));
  return makeSubmission(files, info.data.main, { ...DEFAULT_SUBMISSION_OPTIONS, format }, limits);
}

function errorOf({ end }: FinishedRender): string | undefined {
  return end.ok ? outcomeText(end.value) : end.failure.message;
}

function pictureOf({ results }: FinishedRender, format: string) {
  return results.find((result) => result.format === format);
}
