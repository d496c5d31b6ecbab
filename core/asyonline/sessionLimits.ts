import {
  CONNECTION_LIMITS,
  DEFAULT_LEVEL_SECONDS,
  OUTPUT_LIMITS,
  QUEUE_LIMITS,
  SHELL_LIMITS,
  SUBMISSION_LIMITS,
} from '@/core/limits';

/** Every number a session obeys, as one object, so that the front can hand in what its operator configured. */
export interface SessionLimits {
  readonly maxFiles: number;
  readonly maxSourceBytes: number;
  readonly maxNameBytes: number;
  /** Without the dot; `asy` is always allowed. */
  readonly dataExtensions: readonly string[];
  /** UTF-16 units of one text frame: it is refused before anything is parsed. */
  readonly maxTextUnits: number;
  readonly idleStage1Seconds: number;
  /** The largest level: a longer duration is clamped to it. */
  readonly maxDurationSeconds: number;
  /** The durations of all levels in force, ascending. */
  readonly levelSeconds: readonly number[];
  /** At most one `queue` message in this span. */
  readonly queueIntervalSeconds: number;
  readonly maxOutputBytes: number;
  readonly maxOutputFrameBytes: number;
  readonly maxResultBytes: number;
  readonly maxEarlyInputBytes: number;
  /** Of a shell's input that its program has not read: then the client is not read from, then the shell ends. */
  readonly pauseInputBytes: number;
  readonly maxInputBytes: number;
  readonly shellIdleSeconds: number;
  readonly shellTotalSeconds: number;
}

export const DEFAULT_SESSION_LIMITS: SessionLimits = {
  maxFiles: SUBMISSION_LIMITS.maxFiles,
  maxSourceBytes: SUBMISSION_LIMITS.maxSourceBytes,
  maxNameBytes: SUBMISSION_LIMITS.maxNameBytes,
  dataExtensions: SUBMISSION_LIMITS.dataExtensions,
  maxTextUnits: CONNECTION_LIMITS.maxTextUnits,
  idleStage1Seconds: CONNECTION_LIMITS.idleStage1Seconds,
  maxDurationSeconds: Math.max(...DEFAULT_LEVEL_SECONDS),
  levelSeconds: DEFAULT_LEVEL_SECONDS,
  queueIntervalSeconds: QUEUE_LIMITS.estimateIntervalSeconds,
  maxOutputBytes: OUTPUT_LIMITS.maxOutputBytes,
  maxOutputFrameBytes: OUTPUT_LIMITS.maxOutputFrameBytes,
  maxResultBytes: OUTPUT_LIMITS.maxResultBytes,
  maxEarlyInputBytes: CONNECTION_LIMITS.maxEarlyInputBytes,
  pauseInputBytes: SHELL_LIMITS.pauseInputBytes,
  maxInputBytes: SHELL_LIMITS.maxInputBytes,
  shellIdleSeconds: SHELL_LIMITS.idleSeconds,
  shellTotalSeconds: SHELL_LIMITS.totalSeconds,
};
