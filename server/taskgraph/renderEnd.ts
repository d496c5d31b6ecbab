import type { DetachedEnd } from '@/core/detachedTask';
import { explained } from '@/core/explanations';
import { MIB } from '@/core/limits/units';
import type { Outcome } from '@/core/outcome';
import type { ExitStatus } from '@/core/taskgraph/workerSchema';
import type { TimedReport } from './workerStore';

/** The end of a render in the words of an attempt. `isStopped`: its task was cancelled meanwhile. */
export function attemptEnd(end: DetachedEnd, isStopped: boolean): TimedReport {
  const times = { startedAtMs: end.startedAtMs, endedAtMs: end.endedAtMs };
  if (isStopped && end.outcome.kind === 'aborted') return { state: 'cancelled', exitStatus: 'cancelled', ...times };
  const exitStatus = statusOf(end);
  const reason = exitStatus === 'success' ? [] : ['reason', reasonOf(end.outcome)];
  return { state: 'terminated', exitStatus, ...times, extra: ['measured', end.usage.measured, ...reason] };
}

function statusOf({ outcome, files }: DetachedEnd): ExitStatus {
  if (outcome.kind === 'success') return 'success';
  // A program that only writes data for others has done what it was there for.
  if (outcome.kind === 'no-image' && files.length > 0) return 'success';
  return outcome.kind === 'time-limit' ? 'timeout' : 'failure';
}

/** The API tells it in English (docs/task-graph.md, "Shapes"), and a page says it in its own language. */
function reasonOf(outcome: Outcome): string {
  switch (outcome.kind) {
    case 'time-limit':
      return explained('renderTimeLimit', { seconds: outcome.durationSeconds });
    case 'output-limit':
      return explained('renderOutputLimit', { mebibytes: outcome.maxOutputBytes / MIB });
    case 'memory-limit':
      return explained('renderMemoryLimit', { mebibytes: outcome.maxMemoryBytes / MIB });
    case 'no-image':
      return explained('renderNothing', {});
    case 'aborted':
      return explained('renderStopped', {});
    default:
      return explained('renderFailed', {});
  }
}
