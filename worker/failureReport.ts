import type { Redis } from 'ioredis';
import { isFailure } from '@/core/admin/endedTask';
import { complaintIn, tailOf } from '@/core/admin/failure';
import { FAILURE_LIMITS, OUTPUT_LIMITS } from '@/core/limits';
import type { Outcome } from '@/core/outcome';
import type { SubmissionFiles } from '@/core/submission/submission';
import type { StoredTask, TaskEnd } from '@/core/task';
import type { Blobs } from '@/platform/blobs/blobs';
import { encodeFailureSources, failureSourcesName } from '@/platform/blobs/failureSources';
import type { Log } from '@/platform/log';
import { KEYS } from '@/platform/redis/keys';
import { loadScript } from '@/platform/redis/script';

/** What a backend adds to the end of a task that failed, for administrators (docs/admin.md, "Failures"). */

const keepScript = loadScript('cacheKeep');
const INDEX = [KEYS.failureSources, KEYS.failureSourceSizes, KEYS.failureSourceTotal];

interface FailureReportParts {
  readonly redis: Redis;
  readonly blobs: Blobs;
  readonly maxMemoryBytes: number;
  /** Whether the operator allows sources to be kept. */
  readonly keepsSources: boolean;
  readonly log: Log;
}

interface Failed {
  readonly task: StoredTask;
  readonly files: SubmissionFiles;
  readonly outcome: Outcome;
  readonly lastText: string | undefined;
}

export type FailureReport = Pick<TaskEnd, 'limits' | 'message' | 'tail' | 'hasSources'>;

/** Nothing for a task that did not fail. */
export async function reportFailure(parts: FailureReportParts, failed: Failed): Promise<FailureReport> {
  const { outcome, lastText = '' } = failed;
  if (!isFailure(outcome.kind)) return {};
  const hasSources = parts.keepsSources && (await keepSources(parts, failed));
  return {
    limits: { memoryBytes: parts.maxMemoryBytes, outputBytes: OUTPUT_LIMITS.maxOutputBytes },
    message: complaintIn(lastText),
    tail: tailOf(lastText),
    ...(hasSources && { hasSources }),
  };
}

/** A task never fails to end because its sources could not be kept. */
async function keepSources({ redis, blobs, log }: FailureReportParts, { task, files }: Failed): Promise<boolean> {
  if (task.kind !== 'render') return false;
  const bytes = encodeFailureSources(task, files);
  if (bytes.length > FAILURE_LIMITS.maxSourceBytes) return false;
  try {
    await blobs.put(failureSourcesName(task.id), bytes);
    const args = [task.id, bytes.length, Date.now(), FAILURE_LIMITS.maxSourcesBytes];
    const leaving = (await keepScript.run(redis, INDEX, args)) as string[];
    await Promise.all(leaving.map((id) => blobs.removeAll(`failures/${id}`)));
    return true;
  } catch (error) {
    log.warn({ err: error, task: task.id }, 'the sources of a failed task could not be kept');
    return false;
  }
}
