import { CONNECTION_LIMITS, OUTPUT_LIMITS, QUEUE_LIMITS, SHELL_LIMITS } from '@/core/limits';
import { DEFAULT_SUBMISSION_LIMITS, type SubmissionLimits } from '@/core/submission/limits';

/** Every number a session obeys, as one object, so that the front can hand in what its operator configured. */
export interface SessionLimits extends SubmissionLimits {
  /** UTF-16 units of one text frame: it is refused before anything is parsed. */
  readonly maxTextUnits: number;
  readonly idleStage1Seconds: number;
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
  ...DEFAULT_SUBMISSION_LIMITS,
  maxTextUnits: CONNECTION_LIMITS.maxTextUnits,
  idleStage1Seconds: CONNECTION_LIMITS.idleStage1Seconds,
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
