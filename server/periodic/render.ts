import { createHash } from 'node:crypto';
import { outcomeText } from '@/core/submission/texts';
import type { SubmissionLimits } from '@/core/submission/limits';
import type { Outcome } from '@/core/outcome';
import type { SystemJobHandler } from '@/core/periodic/systemWorker';
import { handleKey, type Job } from '@/core/periodic/job';
import type { WorkReport } from '@/core/periodic/store';
import type { DetachedEnd } from '@/core/detachedTask';
import type { Blobs } from '@/platform/blobs/blobs';
import type { DetachedTasks } from '../queue/detachedTasks';
import type { RenderEnds } from './renderEnds';
import { readRenderRequest } from './renderRequest';

/**
 * The func `asy.render` (docs/periodic.md, 10): batch work in the same line and the same jails as everything else.
 *
 * The render is detached, under an id that follows from the job and its run. When the front dies that waits for it,
 * the job is pending again, and the front that takes it then finds the same render, under way or done.
 *
 * The result is the picture of the main file, or a text that begins with a word for what went wrong and ends with what
 * the program has said. What is not the program's fault counts as a failure of the job, which is then tried again.
 *
 * A removed job takes its render with it. Whoever removes it cancels, so that it does not matter whether a front waits
 * for the render. That may come before the render is asked for; then the worker, who hears of it as well, cancels.
 */

export const RENDER_FUNC = 'asy.render';

/** Whom fairness counts: a job may run long after whoever submitted it has left. */
const WHO = { client: 'periodic', address: 'periodic' };
const OURS: ReadonlySet<Outcome['kind']> = new Set(['halted', 'aborted', 'shutting-down', 'server-error']);
const FAILED: WorkReport = { kind: 'failed' };

interface RenderOptions {
  readonly detachedTasks: Pick<DetachedTasks, 'submit' | 'cancel'>;
  readonly ends: Pick<RenderEnds, 'of'>;
  readonly blobs: Pick<Blobs, 'get'>;
  readonly limits: SubmissionLimits;
}

export function renderHandler({ detachedTasks, ends, blobs, limits }: RenderOptions): SystemJobHandler {
  return async (job, removed) => {
    const read = readRenderRequest(job.workload, limits);
    if (!read.ok) return told(`${read.failure.code}: ${read.failure.message}\n`);
    const submission = read.value;
    const request = { endpoint: 'periodic', reference: job.func, submission, who: WHO } as const;
    const id = await detachedTasks.submit(request, renderId(job));
    // If this cannot be said, whoever removed the job could not say it either, and the render ends with its time.
    const cancel = () => detachedTasks.cancel(id).catch(() => undefined);
    if (removed.aborted) await cancel();
    else removed.addEventListener('abort', () => void cancel(), { once: true });
    const end = await ends.of(id);
    return end === undefined ? FAILED : reportOf(end, blobs);
  };
}

/** For a job that was removed. Without a render, nothing happens. */
export async function cancelRender(detachedTasks: Pick<DetachedTasks, 'cancel'>, job: Job): Promise<void> {
  if (job.func === RENDER_FUNC) await detachedTasks.cancel(renderId(job));
}

/** A run that failed has another count, and so another render; one that was only interrupted has the same. */
function renderId(job: Job): string {
  const hash = createHash('sha256');
  hash.update(`${job.schedAtSeconds} ${job.runCount} `).update(handleKey(job), 'latin1').update('\0');
  return `periodic-${hash.update(job.workload).digest('hex')}`;
}

async function reportOf({ outcome, results, stdout, stderr }: DetachedEnd, blobs: Pick<Blobs, 'get'>) {
  if (OURS.has(outcome.kind)) return FAILED;
  const [picture] = results;
  if (outcome.kind === 'success' && picture !== undefined) {
    const data = await blobs.get(picture.blob);
    return data === undefined ? FAILED : ({ kind: 'done', data } as const);
  }
  const text = outcomeText(outcome) ?? 'No image output';
  const output = [stdout, stderr].map(async (blob) => (blob === undefined ? '' : ((await blobs.get(blob)) ?? '')));
  const kind = outcome.kind === 'success' ? 'no-image' : outcome.kind;
  return told(`${kind}: ${text}\n${(await Promise.all(output)).join('')}`);
}

function told(text: string): WorkReport {
  return { kind: 'done', data: new TextEncoder().encode(text) };
}
