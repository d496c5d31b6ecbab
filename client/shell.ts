import type { WarningReason } from '@/core/taskEvent';
import type { SubmissionOptions } from '@/core/submission/submission';
import type { Ending } from './exchange';
import type { ClientFiles, RenderHandlers } from './render';

/** A shell as a caller opens it. Outputs and results come through the handlers only: it may go on for an hour. */

export interface ShellRequest {
  readonly files?: ClientFiles;
  readonly options?: Omit<Partial<SubmissionOptions>, 'durationSeconds'>;
}

export interface ShellHandlers extends Omit<RenderHandlers, 'queued'> {
  /** It may have to give up its place soon: others need it, or its machine is to be stopped. */
  warned?(reason: WarningReason): void;
}

export interface ShellHandle {
  /** Never rejects. */
  readonly finished: Promise<Ending>;
  /** Bytes for the shell's stdin; kept until it has started. */
  input(bytes: string | Uint8Array): void;
  /** Ctrl+C: the shell drops what it is doing and prompts again. Nothing before it has started. */
  interrupt(): void;
  close(): void;
}
