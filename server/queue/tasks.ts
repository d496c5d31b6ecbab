import type { Submission } from '@/core/submission/submission';
import type { TaskEvent } from '@/core/taskEvent';

/** The queue as everybody in front of it sees it: hand a submission in, hear what becomes of it. */

export interface Who {
  readonly client: string;
  readonly address: string;
  /** What it renders is for this client alone, so what a worker has learned from its renders may help the next. */
  readonly remembers?: boolean;
}

export interface TaskHandle {
  readonly id: string;
  /** Whether everything came out of the cache; known once the task has ended. */
  readonly isHit?: boolean;
  shorten(durationSeconds: number): void;
  input(bytes: Uint8Array): void;
  interrupt(): void;
  /** The one who reads cannot keep up: the backend is not read from until `resume`. */
  pause(): void;
  resume(): void;
  abort(): void;
}

/** The way into the queue; others may stand in front of it (server/cache). */
export interface Tasks {
  submit(submission: Submission, who: Who, onEvent: (event: TaskEvent) => void): TaskHandle;
}
