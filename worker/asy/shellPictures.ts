import { JAIL_LIMITS, SHELL_LIMITS } from '@/core/limits';
import type { FromBackend } from '@/core/wire/wire';
import type { WorkFolder } from '../jail/workFolder';
import type { Before } from './changedFiles';
import { leftOutNotice } from './resultBudget';
import { findResults, readResult } from './results';

/**
 * The pictures of a shell: looked at when it prompts, sent if they have changed.
 *
 * A program can prompt as often as it likes. So there is some time between two looks, more if a look takes long because
 * there are many files; a prompt that comes too early is made up for when that time is over, once for all that came.
 */

interface ShellPicturesOptions {
  readonly folder: WorkFolder;
  readonly stem: string;
  readonly before: Before;
  readonly send: (message: FromBackend) => Promise<void>;
  /** After what is being done already. */
  readonly enqueue: (step: () => Promise<void>) => void;
  readonly onLimit: (maxBytes: number) => void;
  readonly remark: (text: string) => void;
}

/** Looking takes at most this share of the time. */
const LOOKING_SHARE = 0.05;

export class ShellPictures {
  private seen: Map<string, { size: number; mtimeMs: number }>;
  private nextLookMs = 0;
  private later: NodeJS.Timeout | undefined;
  private sentBytes = 0;
  private leftOut = 0;

  constructor(private readonly options: ShellPicturesOptions) {
    this.seen = new Map(options.before);
  }

  /** At once if that may be, else later. */
  async lookSoon(): Promise<void> {
    const wait = this.nextLookMs - performance.now();
    if (wait <= 0) return this.look();
    this.later ??= setTimeout(() => {
      this.later = undefined;
      this.options.enqueue(() => this.look());
    }, wait);
  }

  /** A last look, when the program has ended. */
  end(): void {
    clearTimeout(this.later);
    this.options.enqueue(() => this.look());
  }

  private async look(): Promise<void> {
    const { folder, stem, send, onLimit } = this.options;
    if (this.sentBytes > SHELL_LIMITS.maxResultsBytes) return;
    const startedMs = performance.now();
    const { results, leftOut } = await findResults(folder, stem, this.seen);
    const tookMs = performance.now() - startedMs;
    for (const file of results) {
      const result = readResult(folder, file);
      if (!result) continue;
      this.seen.set(file.name, file);
      this.sentBytes += result.bytes.length;
      if (this.sentBytes > SHELL_LIMITS.maxResultsBytes) return onLimit(SHELL_LIMITS.maxResultsBytes);
      await send({ type: 'result', ...result });
    }
    this.tell(leftOut);
    this.forget();
    this.nextLookMs = performance.now() + Math.max(SHELL_LIMITS.lookMs, tookMs / LOOKING_SHARE);
  }

  /** The same files are left out again with each look: only a change is news. */
  private tell(leftOut: number): void {
    if (leftOut > 0 && leftOut !== this.leftOut) this.options.remark(leftOutNotice(leftOut, 'result'));
    this.leftOut = leftOut;
  }

  /** A program can make and remove files of ever new names. */
  private forget(): void {
    if (this.seen.size <= JAIL_LIMITS.workFolderInodes) return;
    const names = new Set(this.options.folder.names());
    this.seen = new Map([...this.seen].filter(([name]) => names.has(name)));
  }
}
