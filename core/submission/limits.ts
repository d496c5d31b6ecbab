import { DEFAULT_LEVEL_SECONDS, SUBMISSION_LIMITS } from '@/core/limits';

/** What a submission may hold and ask for, as one object, so that the front can hand in what its operator configured. */
export interface SubmissionLimits {
  readonly maxFiles: number;
  readonly maxSourceBytes: number;
  /** Of the `.asy` files alone. */
  readonly maxProgramBytes: number;
  readonly maxNameBytes: number;
  /** Without the dot; `asy` is always allowed, and `*` is any of a few letters and digits. */
  readonly dataExtensions: readonly string[];
  /** The largest level: a longer duration is clamped to it. */
  readonly maxDurationSeconds: number;
  /** The durations of all levels in force, ascending. */
  readonly levelSeconds: readonly number[];
}

export const DEFAULT_SUBMISSION_LIMITS: SubmissionLimits = {
  ...SUBMISSION_LIMITS,
  maxDurationSeconds: Math.max(...DEFAULT_LEVEL_SECONDS),
  levelSeconds: DEFAULT_LEVEL_SECONDS,
};
