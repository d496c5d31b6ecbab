import { z } from 'zod';
import { parseOptions } from '@/core/submission/options';
import { Draft } from '@/core/submission/draft';
import type { SubmissionLimits } from '@/core/submission/limits';
import { failure } from '@/core/errors';
import { parseJson } from '@/core/json';
import type { Submission } from '@/core/submission/submission';
import { refusal, success, type Result } from '@/core/result';

/** The workload of `asy.render` (docs/periodic.md, 10): what a page would say in several messages, as one JSON object. */

const schema = z.object({
  files: z.record(z.string(), z.string()),
  main: z.string(),
  options: z.record(z.string(), z.unknown()).optional(),
});

type Render = Extract<Submission, { kind: 'render' }>;

const FEATURES = { interactive: false, restore: false };

/** The same limits and the same words as for pages. */
export function readRenderRequest(workload: Uint8Array, limits: SubmissionLimits): Result<Render> {
  const parsed = schema.safeParse(parseJson(textOf(workload)));
  if (!parsed.success) {
    const where = parsed.error.issues[0]?.path.join('.') ?? '';
    const what = where === '' ? 'it is not a JSON object' : `"${where}" is not as it should be`;
    const words = `The workload must be {"files": {name: text}, "main": name, "options": {...}}; ${what}.`;
    return refusal(failure('bad-message', words));
  }
  const { files, main, options = {} } = parsed.data;
  // Without restore nothing is ever hashed.
  const draft = new Draft(FEATURES, limits, () => '');
  for (const [filename, text] of Object.entries(files)) {
    const wrong = draft.checkAdd({ filename }) ?? draft.addBytes({ filename }, new TextEncoder().encode(text));
    if (wrong !== undefined) return refusal(wrong);
  }
  const args = parseOptions(JSON.stringify(options));
  if (!args.ok) return args;
  const wrong = draft.mergeOptions(args.value) ?? draft.checkMain(main);
  return wrong ? refusal(wrong) : success({ ...draft.handOver(main), kind: 'render', main });
}

/** Empty if it is none, which is no JSON either. */
function textOf(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return '';
  }
}
