/**
 * An outcome: how a task ended. The backend decides it, its end keeps it, and clients are told it in the same sentences
 * (core/submission/texts.ts).
 */

export type Outcome =
  | { readonly kind: 'success' }
  /** The limit in force at the kill, after any downgrade or shortening. */
  | { readonly kind: 'time-limit'; readonly durationSeconds: number }
  | { readonly kind: 'output-limit'; readonly maxOutputBytes: number }
  | { readonly kind: 'memory-limit'; readonly maxMemoryBytes: number }
  | { readonly kind: 'failed' }
  | { readonly kind: 'no-image' }
  /** A shell in which nothing happened for too long. */
  | { readonly kind: 'idle-limit'; readonly idleSeconds: number }
  /** Ended so that others could run. */
  | { readonly kind: 'halted' }
  /** Its owner does not want it any more. */
  | { readonly kind: 'aborted' }
  | { readonly kind: 'shutting-down' }
  /** A bug or a loss on our side. */
  | { readonly kind: 'server-error' };

type OutcomeKind = Outcome['kind'];

/**
 * The first in this order is told when several are true of one run (docs/asyonline.md, 19): a program killed for its
 * time has also failed and drawn nothing, but only the first of these helps its author. The reasons of ours stand in
 * front, since nothing the program did matters then.
 */
const PRECEDENCE: readonly OutcomeKind[] = [
  'server-error',
  'shutting-down',
  'halted',
  'aborted',
  'time-limit',
  'idle-limit',
  'output-limit',
  'memory-limit',
  'failed',
  'no-image',
  'success',
];

/** The outcome to tell, of all that were observed of one run; of none, success. */
export function chooseOutcome(observed: readonly Outcome[]): Outcome {
  for (const kind of PRECEDENCE) {
    const outcome = observed.find((candidate) => candidate.kind === kind);
    if (outcome !== undefined) return outcome;
  }
  return { kind: 'success' };
}
