import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { SubmissionLimits } from '@/core/submission/limits';
import { failure } from '@/core/errors';
import { parseJson } from '@/core/json';
import { projectFile, type ProjectFile } from '@/core/links/link';
import { readAccept, type Wanted } from '@/core/render/accept';
import { parseRenderOptions, RENDER_OPTION_NAMES } from '@/core/render/options';
import { refusal, success, type Refused, type Result } from '@/core/result';
import { readMultipart } from './multipart';
import { MAIN_FILE, makeSubmission, type RenderSubmission } from './submission';

/** The body of `POST /render` in each of its forms (docs/render-api.md, 2), and the words of its address. */

export interface RenderRequest {
  readonly submission: RenderSubmission;
  readonly wanted: Wanted;
}

interface Parts {
  readonly files: Iterable<readonly [name: string, bytes: Uint8Array]>;
  readonly main?: string;
  readonly options?: Readonly<Record<string, unknown>>;
}

const contents = z.union([
  z.string().transform((text) => Buffer.from(text, 'utf8')),
  z.object({ base64: z.base64() }).transform(({ base64 }) => Buffer.from(base64, 'base64')),
]);

/** By name, or as a list such as links have. */
const files = z.union([
  z.record(z.string(), contents).transform((byName) => Object.entries(byName)),
  z.array(projectFile).transform((list) => list.map(fileOf)),
]);

const jsonBody = z.object({
  files,
  main: z.string().optional(),
  options: z.record(z.string(), z.unknown()).optional(),
});

const optionsField = z.record(z.string(), z.unknown());

export async function readRenderRequest(
  request: FastifyRequest,
  limits: SubmissionLimits,
): Promise<Result<RenderRequest>> {
  const wanted = readAccept(request.headers.accept);
  const words = readQuery(request.query);
  if (!words.ok) return words;
  const { main, ...queryOptions } = words.value;
  const body = await readBody(request);
  if (!body.ok) return body;
  const parts = body.value;
  const format = wanted.answer === 'picture' && wanted.format !== undefined ? { format: wanted.format } : {};
  const options = parseRenderOptions({ ...format, ...parts.options, ...queryOptions }, limits.levelSeconds);
  if (!options.ok) return options;
  const submission = makeSubmission(parts.files, main ?? parts.main, options.value, limits);
  return submission.ok ? success({ submission: submission.value, wanted }) : submission;
}

/** Each word once. */
export function readQuery(query: unknown): Result<Record<string, string>> {
  const words = Object.entries(query ?? {}) as [string, string | string[]][];
  const twice = words.find(([, value]) => typeof value !== 'string');
  if (twice !== undefined)
    return refusal(failure('bad-option', `Option ${JSON.stringify(twice[0])} may be given once.`));
  return success(Object.fromEntries(words) as Record<string, string>);
}

async function readBody(request: FastifyRequest): Promise<Result<Parts>> {
  if (request.isMultipart()) return readForm(request);
  const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
  if (isJson(request)) return readJson(body);
  const { main } = (request.query ?? {}) as { main?: unknown };
  return success({ files: [[typeof main === 'string' ? main : MAIN_FILE, body]] });
}

export function isJson({ headers }: FastifyRequest): boolean {
  return /^application\/(?:[a-z0-9.-]+\+)?json\b/i.test(headers['content-type'] ?? '');
}

function readJson(body: Buffer): Result<Parts> {
  const value = parseJson(body.toString('utf8'));
  if (value === undefined) return unreadable('The body says that it is JSON, and cannot be read as JSON.');
  const parsed = jsonBody.safeParse(value);
  if (!parsed.success) {
    const where = parsed.error.issues[0]?.path.join('.') ?? '';
    return unreadable(
      `The body must be {"files": {name: text or {"base64": data}}, "main": name, "options": {...}}; ${where === '' ? 'it is no object' : `${JSON.stringify(where)} is not as it should be`}.`,
    );
  }
  return success(parsed.data);
}

function unreadable(words: string): Refused {
  return refusal(failure('bad-message', words));
}

async function readForm(request: FastifyRequest): Promise<Result<Parts>> {
  const known: readonly string[] = ['main', 'options', ...RENDER_OPTION_NAMES];
  const form = await readMultipart(request, (name) => known.includes(name));
  if (!form.ok) return form;
  const { fields, files } = form.value;
  const { main, options, ...others } = Object.fromEntries(fields);
  const given = options === undefined ? {} : optionsField.safeParse(parseJson(options)).data;
  if (given === undefined) return unreadable('The field "options" must be a JSON object.');
  return success({ files, main, options: { ...given, ...others } });
}

/** A file as JSON carries it. */
export function fileOf(file: ProjectFile): [name: string, bytes: Buffer] {
  return [file.name, 'text' in file ? Buffer.from(file.text, 'utf8') : Buffer.from(file.base64, 'base64')];
}
