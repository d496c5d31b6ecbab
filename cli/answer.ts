import { setTimeout as sleep } from 'node:timers/promises';
import { parseJson } from '../core/json';

/** One render over HTTP (docs/render-api.md), as far as a command line is interested. Without packages: it starts often. */

export interface Problem {
  readonly severity: 'error' | 'warning';
  readonly message: string;
  readonly file?: string;
  readonly line?: number;
  readonly column?: number;
}

interface ResultFile {
  readonly format: string;
  readonly filename?: string;
  readonly encoding: 'utf8' | 'base64';
  readonly data: string;
}

export interface Told {
  readonly outcome?: string;
  readonly results: readonly ResultFile[];
  readonly output: string;
  /** Apart, if that was asked for and something was said on both. */
  readonly stdout?: string;
  readonly stderr?: string;
  readonly problems: readonly Problem[];
  readonly detail?: string;
}

export type Answer =
  | ({ readonly kind: 'success' | 'failed' } & Told)
  /** The request itself was wrong. */
  | { readonly kind: 'refused'; readonly message: string }
  /** It is not the program's fault. */
  | { readonly kind: 'unavailable'; readonly message: string };

export interface Question {
  readonly main: string;
  readonly files: ReadonlyMap<string, { readonly bytes: Buffer }>;
  /** As `POST /render` takes them. */
  readonly options: Readonly<Record<string, unknown>>;
}

/** A busy server is asked again, but not for ever. */
const MAX_TRIES = 3;
const MAX_WAIT_SECONDS = 30;
const FIRST_WAIT_SECONDS = 1;
/** Longer than any render may take, with its wait. */
const PATIENCE_MS = 10 * 60 * 1000;
/** Longer bodies are packed: a project may have megabytes of data. */
const PACKED_FROM_UNITS = 64 * 1024;
/** Results in base64, with room to spare. */
const MAX_ANSWER_BYTES = 256 * 2 ** 20;

export async function ask(server: string, question: Question): Promise<Answer> {
  for (let tries = 1; ; tries += 1) {
    const answer = await askOnce(server, question);
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

async function askOnce(server: string, { main, files, options }: Question): Promise<Answer | Busy> {
  const contents = [...files].map(([name, { bytes }]) => [name, { base64: bytes.toString('base64') }]);
  const body = JSON.stringify({ files: Object.fromEntries(contents), main, options });
  let response: Response;
  try {
    response = await post(`${server}/render`, body);
  } catch (error) {
    return {
      kind: 'unavailable',
      message: `can't reach ${server}: ${error instanceof Error ? error.message : String(error)}`,
    };
  }
  const { status, retryAfter } = response;
  const told = readTold(parseJson(response.text));
  if (told === undefined) return { kind: 'unavailable', message: `${server} is not an Asyground server` };
  if (status === 200) return { kind: 'success', ...told };
  if (status === 422) return { kind: 'failed', ...told };
  const message = told.detail ?? `the server returned ${status}`;
  if (status === 503 || status === 429) return { message, retryAfterSeconds: Number(retryAfter) || FIRST_WAIT_SECONDS };
  return status < 500 ? { kind: 'refused', message } : { kind: 'unavailable', message };
}

interface Response {
  readonly status: number;
  readonly retryAfter: string | undefined;
  readonly text: string;
}

async function post(address: string, text: string): Promise<Response> {
  // Not every call asks a server, and this takes a while to load.
  const { request: open } = await (address.startsWith('https:') ? import('node:https') : import('node:http'));
  const isPacked = text.length >= PACKED_FROM_UNITS;
  const body = isPacked ? (await import('node:zlib')).gzipSync(text) : text;
  return new Promise((resolve, reject) => {
    const request = open(address, {
      method: 'POST',
      headers: {
        ...{ 'content-type': 'application/json', accept: 'application/json' },
        ...(isPacked ? { 'content-encoding': 'gzip' } : {}),
      },
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    request.on('error', reject);
    request.on('response', (response) => {
      const pieces: Buffer[] = [];
      let bytes = 0;
      response.on('error', reject);
      response.on('data', (piece: Buffer) => {
        bytes += piece.length;
        if (bytes > MAX_ANSWER_BYTES) request.destroy(new Error('the answer is too long'));
        else pieces.push(piece);
      });
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          retryAfter: response.headers['retry-after'],
          text: Buffer.concat(pieces).toString('utf8'),
        }),
      );
    });
    request.end(body);
  });
}

/** Undefined for anything that is not an answer of ours. */
function readTold(value: unknown): Told | undefined {
  if (!isObject(value)) return undefined;
  const { results = [], problems = [], output = '' } = value;
  if (!Array.isArray(results) || !results.every(isResult)) return undefined;
  if (!Array.isArray(problems) || !problems.every(isProblem) || typeof output !== 'string') return undefined;
  const texts = ['outcome', 'detail', 'stdout', 'stderr'].flatMap((name) =>
    typeof value[name] === 'string' ? [[name, value[name]]] : [],
  );
  return { results, problems, output, ...(Object.fromEntries(texts) as object) };
}

function isResult(value: unknown): value is ResultFile {
  if (!isObject(value) || typeof value.format !== 'string' || typeof value.data !== 'string') return false;
  return isOptional(value.filename, 'string') && (value.encoding === 'utf8' || value.encoding === 'base64');
}

function isProblem(value: unknown): value is Problem {
  if (!isObject(value) || typeof value.message !== 'string') return false;
  if (value.severity !== 'error' && value.severity !== 'warning') return false;
  return isOptional(value.file, 'string') && isOptional(value.line, 'number') && isOptional(value.column, 'number');
}

function isOptional(value: unknown, type: 'string' | 'number'): boolean {
  return value === undefined || typeof value === type;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
