import { findProblems, type Problem } from '@/core/diagnostics/problems';
import type { Failure } from '@/core/errors';
import type { Outcome } from '@/core/outcome';
import type { Submission } from '@/core/submission';
import type { Timings } from '@/core/wire/wire';
import type { TaskEvent, Tasks, Who } from '../queue/tasks';

/** A render from its submission to its end, for those who want everything at once. */

export interface RenderResult {
  readonly format: string;
  /** Absent for the picture of the main file. */
  readonly filename?: string;
  readonly bytes: Uint8Array;
}

export interface FinishedRender {
  /** How it ended; a failure if it never ran. */
  readonly end: Outcome | Failure;
  /** The picture of the main file first. */
  readonly results: readonly RenderResult[];
  /** In the order it came, both streams. */
  readonly output: readonly Uint8Array[];
  readonly timings: Timings;
  readonly isHit: boolean;
}

/** As much of a submission as it takes to place problems. */
export type Sources = Pick<Submission, 'files'>;

/** Undefined if the one who asked left before the end: the task is aborted then. */
export function finishRender(
  tasks: Tasks,
  submission: Submission,
  who: Who,
  left: AbortSignal,
): Promise<FinishedRender | undefined> {
  return new Promise((resolve) => {
    let results: RenderResult[] = [];
    let output: Uint8Array[] = [];
    const end = (how: Outcome | Failure, timings: Timings = {}) =>
      // Nothing is heard before `submit` has returned.
      resolve({ end: how, results, output, timings, isHit: task.isHit ?? false });
    const hear = (event: TaskEvent) => {
      switch (event.type) {
        case 'output':
          return void output.push(event.bytes);
        case 'result':
          return void results.push({ format: event.format, filename: event.filename, bytes: event.bytes });
        case 'requeued':
          results = [];
          output = [];
          return;
        case 'denied':
          return end(event.failure);
        case 'ended':
          return end(drewNothing(event.outcome, results) ? { kind: 'no-image' } : event.outcome, event.timings);
        default:
          return;
      }
    };
    if (left.aborted) return resolve(undefined);
    const task = tasks.submit(submission, who, hear);
    left.addEventListener('abort', () => {
      task.abort();
      resolve(undefined);
    });
  });
}

export function outputText({ output }: Pick<FinishedRender, 'output'>): string {
  return Buffer.concat(output).toString('utf8');
}

export function problemsOf(finished: Pick<FinishedRender, 'output'>, submission: Sources): Problem[] {
  const files = [...submission.files].map(([name, bytes]) => ({
    name,
    contents: name.endsWith('.asy') ? Buffer.from(bytes).toString('utf8') : bytes,
  }));
  return findProblems(outputText(finished), { files });
}

function drewNothing(outcome: Outcome, results: readonly RenderResult[]): boolean {
  return outcome.kind === 'success' && results.length === 0;
}
