import type { FastifyReply } from 'fastify';
import { findProblems, type Problem } from '@/core/diagnostics/problems';
import { explained } from '@/core/explanations';
import { failure } from '@/core/errors';
import type { Outcome } from '@/core/outcome';
import type { Submission } from '@/core/submission/submission';
import type { Timings } from '@/core/wire/wire';
import type { OpenBlob } from '@/platform/blobs/blobs';
import type { HeldBytes } from '../heldBytes';
import type { TaskEvent } from '@/core/taskEvent';
import { refusal, success, type Result } from '@/core/result';
import type { Tasks, Who } from '../queue/tasks';
import { untilLeft } from './untilLeft';

/** A render from its submission to its end, for those who want everything at once. */

export interface RenderResult {
  readonly format: string;
  /** Absent for the picture of the main file. */
  readonly filename?: string;
  readonly bytes: Uint8Array;
}

/** One that was kept, and is read when it is sent. */
export interface StoredResult extends Omit<RenderResult, 'bytes'> {
  /** Changes with its contents. */
  readonly tag: string;
  readonly open: () => Promise<OpenBlob | undefined>;
}

export interface FinishedRender<R = RenderResult> {
  /** How it ended; a failure if it never ran. */
  readonly end: Result<Outcome>;
  /** The picture of the main file first. */
  readonly results: readonly R[];
  /** In the order it came, both streams. */
  readonly output: readonly Uint8Array[];
  /** The part of it that came on the stream for errors, if that was kept apart. */
  readonly errors?: readonly Uint8Array[];
  readonly timings: Timings;
  readonly isHit: boolean;
}

/** As much of a submission as it takes to place problems. */
export type Sources = Pick<Submission, 'files'>;

export interface RenderParts {
  readonly tasks: Tasks;
  /** What clients have not read yet, of all of them. */
  readonly held: HeldBytes;
}

const NO_IMAGE: Outcome = { kind: 'no-image' };
const NO_ROOM_RETRY_SECONDS = 5;

/** Undefined if the one who asked left before the end: the task is aborted then. */
export function finishRender(
  { tasks, held }: RenderParts,
  submission: Submission,
  who: Who,
  reply: FastifyReply,
): Promise<FinishedRender | undefined> {
  if (reply.raw.destroyed) return Promise.resolve(undefined);
  const left = untilLeft(reply);
  return new Promise((resolve) => {
    let results: RenderResult[] = [];
    let output: Uint8Array[] = [];
    let errors: Uint8Array[] = [];
    const end = (how: Result<Outcome>, timings: Timings = {}) =>
      // Nothing is heard before `submit` has returned.
      resolve({ end: how, results, output, errors, timings, isHit: task.isHit ?? false });
    const holder = held.open(who.address, () => {
      task.abort();
      results = [];
      end(refusal(failure('overloaded', explained('largeResults', {}), NO_ROOM_RETRY_SECONDS)));
      // If it was being sent already, the rest of it does not come.
      if (reply.raw.headersSent) reply.raw.destroy();
    });
    reply.raw.once('close', () => holder.close());
    const hear = (event: TaskEvent) => {
      switch (event.type) {
        case 'output':
          if (event.stream === 'stderr') errors.push(event.bytes);
          return void output.push(event.bytes);
        case 'result':
          results.push({ format: event.format, filename: event.filename, bytes: event.bytes });
          return holder.add(event.bytes);
        case 'requeued':
          results = [];
          output = [];
          errors = [];
          return;
        case 'denied':
          return end(refusal(event.failure));
        case 'ended':
          return end(success(drewNothing(event.outcome, results) ? NO_IMAGE : event.outcome), event.timings);
        default:
          return;
      }
    };
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
  return findProblems(outputText(finished), { files }, () => performance.now());
}

function drewNothing(outcome: Outcome, results: readonly RenderResult[]): boolean {
  return outcome.kind === 'success' && results.length === 0;
}
