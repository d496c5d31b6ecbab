import type { DrawnObjects } from './drawnObjects';
import type { Failure } from './errors';
import type { Outcome } from './outcome';
import type { Timings } from './wire/wire';

/** What becomes of a task, as whoever submitted it hears it. */

export type OutputStream = 'stdout' | 'stderr';
export type WarningReason = 'busy' | 'draining';

export type TaskEvent =
  | ({ readonly type: 'queue' } & QueueNotice)
  | { readonly type: 'started' }
  /** Its backend died; it waits again. */
  | { readonly type: 'requeued' }
  | { readonly type: 'output'; readonly stream: OutputStream; readonly bytes: Uint8Array }
  /** The program has read so much more of its input. */
  | { readonly type: 'input-read'; readonly bytes: number }
  /** A shell may have to give up its place soon. */
  | { readonly type: 'warned'; readonly reason: WarningReason }
  | {
      readonly type: 'result';
      readonly format: string;
      readonly filename?: string;
      readonly bytes: Uint8Array;
      readonly timings?: Timings;
      readonly objects?: DrawnObjects;
    }
  | {
      readonly type: 'ended';
      readonly outcome: Outcome;
      readonly timings?: Timings;
      /** Its results are for this client alone. */
      readonly isPersonal?: boolean;
      /** Which versions drew it; undefined if no backend ended it. */
      readonly toolchain?: string;
    }
  /** It never came to be, or left the queue without having run. */
  | { readonly type: 'denied'; readonly failure: Failure };

export interface QueueNotice {
  readonly estimateSeconds: number;
  /** 1 is the next to start, or, if rough, the next to enter the queue. */
  readonly position?: number;
  /** One wait in twenty is shorter. */
  readonly lowerSeconds?: number;
  /** The 90 % bound. */
  readonly upperSeconds?: number;
  /** It waits in its client's own lane: others may go first, and the position is the one there. */
  readonly rough?: boolean;
}
