import { outcomeText } from '@/core/asyonline/texts';
import type { SessionLimits } from '@/core/asyonline/sessionLimits';
import type { FailureCode } from '@/core/errors';
import type { Outcome } from '@/core/outcome';
import type { InsideHandler } from '@/core/periodic/insideWorker';
import type { WorkReport } from '@/core/periodic/store';
import type { Submission } from '@/core/submission';
import type { TaskEvent, Who } from '../queue/taskClient';
import { readRenderRequest } from './renderRequest';

/**
 * The func `asy.render` (docs/periodic.md, 10): a render through the same line and the same jails as everybody's.
 *
 * The result is the picture of the main file, or a text that begins with a word for what went wrong and ends with what
 * the program has said. What is not the program's fault counts as a failure of the job, which is then tried again.
 */

/** Whom fairness counts: a job may run long after whoever submitted it has left. */
const WHO = { client: 'periodic', address: 'periodic' };
const OURS: ReadonlySet<FailureCode | Outcome['kind']> = new Set([
  ...(['overloaded', 'no-backend', 'shutting-down', 'server', 'too-many'] as const),
  ...(['halted', 'server-error'] as const),
]);

/** The way into the line, as far as it is needed here. */
export interface Renders {
  submit(submission: Submission, who: Who, onEvent: (event: TaskEvent) => void): unknown;
}

export function renderHandler(tasks: Renders, limits: SessionLimits): InsideHandler {
  return async (job) => {
    const submission = readRenderRequest(job.workload, limits);
    if ('code' in submission) return told(`${submission.code}: ${submission.message}\n`);
    return new Promise((resolve) => {
      const seen = new Seen();
      tasks.submit(submission, WHO, (event) => {
        const report = seen.hear(event);
        if (report !== undefined) resolve(report);
      });
    });
  };
}

/** What has been seen of one task. */
class Seen {
  private picture: Uint8Array | undefined;
  private output: Uint8Array[] = [];

  /** The report, once the task is over. */
  hear(event: TaskEvent): WorkReport | undefined {
    switch (event.type) {
      case 'output':
        this.output.push(event.bytes);
        return undefined;
      case 'result':
        // The picture of the main file comes first.
        this.picture ??= event.bytes;
        return undefined;
      case 'requeued':
        this.output = [];
        return undefined;
      case 'denied': {
        const { code, message } = event.failure;
        return OURS.has(code) ? { kind: 'failed' } : told(`${code}: ${message}\n`);
      }
      case 'ended':
        return this.ended(event.outcome);
      default:
        return undefined;
    }
  }

  private ended(outcome: Outcome): WorkReport {
    if (OURS.has(outcome.kind)) return { kind: 'failed' };
    if (outcome.kind === 'success' && this.picture !== undefined) return { kind: 'done', data: this.picture };
    const words = outcomeText(outcome) ?? 'No image output';
    return told(`${outcome.kind === 'success' ? 'no-image' : outcome.kind}: ${words}\n${this.outputText()}`);
  }

  private outputText(): string {
    return Buffer.concat(this.output).toString('utf8');
  }
}

function told(text: string): WorkReport {
  return { kind: 'done', data: new TextEncoder().encode(text) };
}
