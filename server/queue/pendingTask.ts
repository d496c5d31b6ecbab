import type { TaskEvent } from '@/core/taskEvent';
import type { Audited } from './audit';
import type { BackendLink } from './backendLink';

/** A task of this front that has not ended, as its client knows it. */
export interface PendingTask extends Audited {
  readonly onEvent: (event: TaskEvent) => void;
  /** When the scheduler last heard that the shell is in use. */
  activeAt: number;
  link: BackendLink | undefined;
  /** A backend has it, or had it. */
  wasReached: boolean;
  /** Said before the backend was there. */
  shortenTo: number | undefined;
}
