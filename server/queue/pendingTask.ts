import { encodeSentFiles } from '@/core/wire/sentFiles';
import { piecesOf, type FromBackend } from '@/core/wire/wire';
import type { TaskEvent } from '@/core/taskEvent';
import type { SubmissionFiles } from '@/core/submission/submission';
import type { Audited } from './audit';
import type { BackendLink } from './backendLink';

/** A task of this front that has not ended, as its client knows it. */
export interface PendingTask extends Audited {
  readonly address: string;
  readonly onEvent: (event: TaskEvent) => void;
  /** Which the backend gets from here. */
  readonly sentFiles: SubmissionFiles;
  /** When the scheduler last heard that the shell is in use. */
  activeAt: number;
  link: BackendLink | undefined;
  /** A backend has it, or had it. */
  wasReached: boolean;
  /** Said before the backend was there. */
  shortenTo: number | undefined;
}

/** What no stage accounts for is the way between the parts. */
export function withTransfer(message: FromBackend, wholeMs: number): FromBackend {
  if ((message.type !== 'ended' && message.type !== 'result') || !message.timings) return message;
  const known = Object.values(message.timings).reduce((sum, milliseconds) => sum + milliseconds, 0);
  const transfer = Math.max(0, Math.round(wholeMs - known));
  return { ...message, timings: { ...message.timings, transfer } };
}

/** Each piece is a message of its own, so that others may come between. */
export function sendFiles(link: Pick<BackendLink, 'send'>, files: SubmissionFiles): void {
  for (const part of encodeSentFiles(files)) for (const bytes of piecesOf(part)) link.send({ type: 'files', bytes });
}
