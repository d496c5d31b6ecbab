import type { FastifyReply, FastifyRequest } from 'fastify';
import type { SubmissionLimits } from '@/core/submission/limits';
import { outcomeText } from '@/core/submission/texts';
import { failure, type Failure } from '@/core/errors';
import type { SubmissionOptions } from '@/core/submission/submission';
import { parseRenderOptions, unknownOption } from '@/core/render/options';
import { failureProblem } from '@/core/render/problemDocument';
import { refusal, type Result } from '@/core/result';
import { userContentHeaders } from '../headers';
import { ExampleModules } from './exampleModules';
import { outputText, type FinishedRender } from './finishedRender';
import type { Handler } from './operations';
import { NO_STORE, sendPicture } from './reply';
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

/** The name that was used for an option, and ours; of two for the same, the later one counts. */
const NAMES = { outformat: 'format', f: 'format', render: 'render', antialias: 'antialias', tex: 'engine' } as const;

/** Switches of asy that ask for nothing more than what always applies here; a PDF without PRC is still a PDF. */
const SWITCHES: readonly string[] = [
  ...['prc', 'noprc', 'safe', 'noglobalread', 'noglobalwrite', 'offscreen', 'iconify', 'batchMask'],
  ...['noV', 'noView', 'nobatchView', 'q', 'quiet', 'nokeep', 'nowait', 'nointeractiveView'],
];
const ALL_NAMES = [...Object.keys(NAMES), 'flag', ...SWITCHES];

export function establishedHandler(limits: SubmissionLimits, render: RenderFor): Handler {
  const examples = new ExampleModules();
  return async (request, reply) => {
    void reply.header('cache-control', NO_STORE);
    const options = readEstablishedOptions(request.query, limits.levelSeconds);
    if (!options.ok) return refuse(reply, options.failure);
    const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
    const files = await examples.complete([MAIN_FILE, body], limits);
    const submission = makeSubmission(files, MAIN_FILE, options.value, limits);
    if (!submission.ok) return refuse(reply, submission.failure);
    const finished = await render(request, reply, submission.value);
    return finished ? answer(reply, finished) : reply;
  };
}

export function readEstablishedOptions(query: unknown, levelSeconds: readonly number[]): Result<SubmissionOptions> {
  const { flag = [], ...others } = query as Readonly<Record<string, string | readonly string[]>>;
  // As on those servers: of an option that is given twice, the last one counts.
  const given = Object.fromEntries(Object.entries(others).map(([name, value]) => [name, [value].flat().at(-1) ?? '']));
  const switches = Object.entries(given).filter(([name]) => !Object.hasOwn(NAMES, name));
  switches.push(...[flag].flat().map((name): [string, string] => [name, '']));
  for (const [name, value] of switches) {
    if (!SWITCHES.includes(name)) return refusal(unknownOption(name, ALL_NAMES));
    if (value !== '' && value !== 'true') return refusal(failure('bad-option', `Option "${name}" has no value.`));
  }
  const renamed = Object.entries(NAMES).flatMap(([name, ours]) =>
    given[name] === undefined ? [] : [[ours, given[name]] as const],
  );
  const options = parseRenderOptions({ format: 'html', ...Object.fromEntries(renamed) }, levelSeconds);
  return options.ok ? options : refusal(inItsNames(options.failure, given));
}

/** An option is told of by the name that was used for it. */
function inItsNames(wrong: Failure, given: Readonly<Record<string, string>>): Failure {
  let { message } = wrong;
  for (const [name, ours] of Object.entries(NAMES).reverse())
    if (given[name] !== undefined) message = message.replace(`Option "${ours}"`, `Option "${name}"`);
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
      return say(reply, 415, 'Asymptote error.', fromStandardInput(outputText(finished)));
    case 'time-limit':
      return say(reply, 408, 'Asymptote timeout', outcomeText(end) ?? '');
    case 'output-limit':
    case 'memory-limit':
      return say(
        reply,
        415,
        'Asymptote error.',
        `${fromStandardInput(outputText(finished))}\n${outcomeText(end)}`.trim(),
      );
    default:
      return say(reply, 503, 'Server error.', outcomeText(end) ?? '');
  }
}

/**
 * Those servers hand the program to asy as `-`, and their clients cut that off. Of such a program asy does not repeat the
 * line and its place before a message.
 */
export function fromStandardInput(output: string): string {
  return output.replace(/^(?:.*\n[ \t]*\^\n)?main\.asy(?=: \d)/gm, '-').trim();
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
