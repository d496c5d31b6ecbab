import path from 'node:path';
import { ask, type Answer, type Problem, type Question } from '../answer';
import { missingFiles, type Gathering } from './sources';

/** One program drawn by a server, as asy would have drawn it here. */

export interface Finished {
  /** asy's exit code. */
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
  readonly files: readonly { readonly name: string; readonly base64: string }[];
  /** What was wrong, by place in the program. */
  readonly problems: readonly Problem[];
}

export type Drawn = { readonly finished: Finished } | { readonly undrawn: string; readonly isRefused: boolean };

/** Under this name a server has an asy waiting (docs/speed.md). */
const WARM_MAIN = 'main.asy';
/** Names of files that a program puts together come to light one after another. */
const MAX_ROUNDS = 16;

/** `namesItself`: the program says what its pictures are called, so that it may be called anything. */
export async function draw(
  server: string,
  gathering: Gathering,
  args: readonly string[],
  namesItself: boolean,
): Promise<Drawn> {
  if (namesItself && args.length === 0) {
    const quick = await drawWarm(server, gathering);
    if (quick) return quick;
  }
  let more: { readonly class?: 'slow' } = {};
  for (let round = 1; ; round += 1) {
    const { options, ...question } = questionOf(gathering, args);
    const answer = await ask(server, { ...question, options: { ...options, ...more } });
    if (answer.kind === 'refused' || answer.kind === 'unavailable') return undrawn(answer);
    // On a busy server only those may take long who ask for it (docs/queue.md).
    if (answer.outcome === 'time-limit' && more.class === undefined) {
      more = { class: 'slow' };
      continue;
    }
    if (round < MAX_ROUNDS && (await gathering.follow(missingFiles(answer.output)))) continue;
    return { finished: finishedOf(answer) };
  }
}

export function questionOf({ sources }: Gathering, args: readonly string[]): Question {
  return { main: sources.main, files: sources.files, options: { arguments: args, stderrRedir: false } };
}

/** Undefined if asy has said anything: on which stream, and under which name, only the plain way tells. */
async function drawWarm(server: string, { sources }: Gathering): Promise<Drawn | undefined> {
  const { main, files } = sources;
  if (files.has(WARM_MAIN)) return undefined;
  const renamed = new Map([...files].map(([name, file]) => [name === main ? WARM_MAIN : name, file]));
  const answer = await ask(server, { main: WARM_MAIN, files: renamed, options: { arguments: [] } });
  if (answer.kind === 'refused' || answer.kind === 'unavailable') return undrawn(answer);
  if (answer.kind === 'failed' || answer.output !== '') return undefined;
  const { files: written, ...finished } = finishedOf(answer);
  const [from, to] = [WARM_MAIN, main].map((name) => `${path.parse(name).name}.`) as [string, string];
  const named = written.map(({ name, base64 }) => ({
    name: name.startsWith(from) ? to + name.slice(from.length) : name,
    base64,
  }));
  return { finished: { ...finished, files: named } };
}

function undrawn(answer: Extract<Answer, { message: string }>): Drawn {
  return { undrawn: answer.message, isRefused: answer.kind === 'refused' };
}

function finishedOf(answer: Exclude<Answer, { message: string }>): Finished {
  const { outcome = '', output, stdout = output, stderr = '', results, problems, detail = '' } = answer;
  // asy that draws nothing has done what it was told.
  const isWell = answer.kind === 'success' || outcome === 'no-image';
  const remark = isWell || outcome === 'failed' ? '' : `asy: ${detail}\n`;
  const files = results.flatMap(({ filename, encoding, data }) =>
    filename === undefined
      ? []
      : [{ name: filename, base64: encoding === 'base64' ? data : Buffer.from(data).toString('base64') }],
  );
  return { code: isWell ? 0 : 1, stdout, stderr: stderr + remark, files, problems };
}
