import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import type { RenderCommand } from './arguments';
import type { Gathered } from './gather';

/** One render over HTTP (docs/render-api.md), as far as a command line is interested. */

const problem = z.object({
  severity: z.enum(['error', 'warning']),
  message: z.string(),
  file: z.string().optional(),
  line: z.number().optional(),
  column: z.number().optional(),
});
export type Problem = Readonly<z.infer<typeof problem>>;

const body = z.object({
  results: z
    .array(
      z.object({
        format: z.string(),
        filename: z.string().optional(),
        encoding: z.enum(['utf8', 'base64']),
        data: z.string(),
      }),
    )
    .default([]),
  output: z.string().default(''),
  problems: z.array(problem).default([]),
  title: z.string().optional(),
  detail: z.string().optional(),
});

export type Answer =
  | ({ readonly kind: 'success' | 'failed' } & Readonly<z.infer<typeof body>>)
  /** The request itself was wrong. */
  | { readonly kind: 'refused'; readonly message: string }
  /** It is not the program's fault. */
  | { readonly kind: 'unavailable'; readonly message: string };

/** A busy server is asked again, but not for ever. */
const MAX_TRIES = 3;
const MAX_WAIT_SECONDS = 30;
const FIRST_WAIT_SECONDS = 1;

export async function ask(command: RenderCommand, gathered: Gathered): Promise<Answer> {
  for (let tries = 1; ; tries += 1) {
    const answer = await askOnce(command, gathered);
    if (!('retryAfterSeconds' in answer)) return answer;
    if (tries === MAX_TRIES || answer.retryAfterSeconds > MAX_WAIT_SECONDS)
      return { kind: 'unavailable', message: answer.message };
    await sleep(answer.retryAfterSeconds * 1000);
  }
}

interface Busy {
  readonly message: string;
  readonly retryAfterSeconds: number;
}

async function askOnce({ server, options }: RenderCommand, { main, files }: Gathered): Promise<Answer | Busy> {
  const contents = [...files].map(([name, { bytes }]) => [name, { base64: bytes.toString('base64') }]);
  let response: Response;
  try {
    response = await fetch(`${server}/render`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      body: JSON.stringify({ files: Object.fromEntries(contents), main, options }),
    });
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? `: ${error.cause.message}` : '';
    return { kind: 'unavailable', message: `can't reach ${server}${cause}` };
  }
  const told = body.safeParse(await response.json().catch(() => undefined)).data;
  if (told === undefined) return { kind: 'unavailable', message: `${server} is not an Asyground server` };
  if (response.ok) return { kind: 'success', ...told };
  if (response.status === 422) return { kind: 'failed', ...told };
  const message = told.detail ?? `the server returned ${response.status}`;
  if (response.status === 503 || response.status === 429)
    return { message, retryAfterSeconds: Number(response.headers.get('retry-after')) || FIRST_WAIT_SECONDS };
  return response.status < 500 ? { kind: 'refused', message } : { kind: 'unavailable', message };
}
