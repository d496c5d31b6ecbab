import type { DetachedEnd } from '@/core/detachedTask';
import { renderReasonText } from '@/core/taskgraph/renderReason';
import type { ExitStatus } from '@/core/taskgraph/workerSchema';
import type { TimedReport } from './workerStore';

/** The end of a render in the words of an attempt. `isStopped`: its task was cancelled meanwhile. */
export function attemptEnd(end: DetachedEnd, isStopped: boolean): TimedReport {
  const times = { startedAtMs: end.startedAtMs, endedAtMs: end.endedAtMs };
  if (isStopped && end.outcome.kind === 'aborted') return { state: 'cancelled', exitStatus: 'cancelled', ...times };
  const exitStatus = statusOf(end);
  const reason = exitStatus === 'success' ? [] : ['reason', renderReasonText(end.outcome)];
  return { state: 'terminated', exitStatus, ...times, extra: ['measured', end.usage.measured, ...reason] };
}

function statusOf({ outcome, files }: DetachedEnd): ExitStatus {
  if (outcome.kind === 'success') return 'success';
  // A program that only writes data for others has done what it was there for.
  if (outcome.kind === 'no-image' && files.length > 0) return 'success';
  return outcome.kind === 'time-limit' ? 'timeout' : 'failure';
}
