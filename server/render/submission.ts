import { Draft } from '@/core/submission/draft';
import { isProgramName } from '@/core/submission/fileNames';
import type { SubmissionLimits } from '@/core/submission/limits';
import { failure, type Failure } from '@/core/errors';
import { automaticEngine } from '@/core/submission/engine';
import type { Submission, SubmissionFiles, SubmissionOptions } from '@/core/submission/submission';
import { refusal, success, type Result } from '@/core/result';

/** Puts together what came in one request, under the same limits as a connection's (docs/asyonline.md, 5 and 6). */

export type RenderSubmission = Extract<Submission, { kind: 'render' }>;

export const MAIN_FILE = 'main.asy';
const FEATURES = { interactive: false, restore: false };

export function makeSubmission(
  files: Iterable<readonly [name: string, bytes: Uint8Array]>,
  main: string | undefined,
  options: SubmissionOptions,
  limits: SubmissionLimits,
): Result<RenderSubmission> {
  // Without restore nothing is ever hashed.
  const draft = new Draft(FEATURES, limits, () => '');
  const names: string[] = [];
  for (const [filename, bytes] of files) {
    const wrong = draft.checkAdd({ filename }) ?? draft.addBytes({ filename }, bytes);
    if (wrong !== undefined) return refusal(wrong);
    names.push(filename);
  }
  const chosen = main ?? onlyProgram(names);
  if (chosen === undefined || !names.includes(chosen) || !isProgramName(chosen)) return refusal(noMain(main, names));
  const { files: kept } = draft.handOver(chosen);
  return success({ kind: 'render', files: kept, main: chosen, options: withEngine(options, kept) });
}

/** Whoever calls asy by its own options gets asy's own choice. */
function withEngine(options: SubmissionOptions, files: SubmissionFiles): SubmissionOptions {
  if (options.engine !== undefined || options.arguments !== undefined) return options;
  const texts = [...files].map(([name, bytes]) => [name, () => Buffer.from(bytes).toString('latin1')] as const);
  const engine = automaticEngine(texts);
  return engine === undefined ? options : { ...options, engine };
}

/** Whoever sends one program need not say which. */
function onlyProgram(names: readonly string[]): string | undefined {
  const programs = names.filter(isProgramName);
  return programs.length === 1 ? programs[0] : programs.find((name) => name === MAIN_FILE);
}

function noMain(main: string | undefined, names: readonly string[]): Failure {
  const given = names.length === 0 ? 'there are no files' : `there are ${names.join(', ')}`;
  const what = main === undefined ? 'is missing' : `is ${JSON.stringify(main)}`;
  return failure('bad-file', `"main" must name the .asy file to render; it ${what}, and ${given}.`);
}
