import { STREAM_LIMITS } from '@/core/limits';
import type { SubmissionFiles } from '@/core/submission/submission';
import { decodeSentFiles } from '@/core/wire/sentFiles';

/**
 * The large files of a task, which its front sends in pieces as soon as it is there (core/wire/sentFiles.ts).
 *
 * waiting -> all of them came: the files -> over
 *         -> the front is gone, sent something else or took too long: none, and `onLost` -> over
 */
export class ArrivingFiles {
  readonly files: Promise<SubmissionFiles>;
  /** The task is to be stopped: what would be drawn without them is nothing. */
  onLost: (() => void) | undefined;
  private readonly pieces: Uint8Array[] = [];
  private bytesLeft: number;
  private settle: (files: SubmissionFiles) => void = () => undefined;
  private readonly patience: NodeJS.Timeout | undefined;

  /** Of no bytes at all they are there at once. */
  constructor(bytes: number) {
    this.bytesLeft = bytes;
    this.files = new Promise((resolve) => (this.settle = resolve));
    if (bytes === 0) this.settle(new Map());
    else this.patience = setTimeout(() => this.giveUp(), STREAM_LIMITS.unreadSeconds * 1000);
  }

  take(piece: Uint8Array): void {
    if (this.bytesLeft <= 0) return;
    this.pieces.push(piece);
    this.bytesLeft -= piece.length;
    if (this.bytesLeft > 0) return;
    const files = this.bytesLeft === 0 ? decodeSentFiles(Buffer.concat(this.pieces)) : undefined;
    this.end(files);
  }

  giveUp(): void {
    if (this.bytesLeft > 0) this.end(undefined);
  }

  private end(files: SubmissionFiles | undefined): void {
    clearTimeout(this.patience);
    this.bytesLeft = 0;
    this.pieces.length = 0;
    if (!files) this.onLost?.();
    this.settle(files ?? new Map());
  }
}
