import type { CheckAnswer, CheckRequest } from '@/core/page';

/**
 * When to check the syntax while somebody types.
 *
 * - `quiet`: the newest code was sent, or there is none.
 * - `settling`: the code changed. It is sent when no key has come for a moment; for a longer one where a render follows the
 *   key at once, since that says the same, and most often first.
 *
 * Each check has a sequence number; an answer to any but the last one sent is dropped. Where there is no connection the
 * check is dropped, too: whoever hears of the connection says `changed` again.
 */

interface CheckerParts {
  /** The newest code; undefined if there is nothing to check. */
  readonly newest: () => { readonly revision: number; readonly request: Omit<CheckRequest, 'sequence'> } | undefined;
  /** Undefined if it could not be asked. */
  readonly check: (request: CheckRequest) => Promise<CheckAnswer | undefined>;
  /** Whether the newest code is rendered without a pause. */
  readonly isRenderedAtOnce: () => boolean;
  readonly found: (revision: number, output: string) => void;
  /** Returns what cancels it. */
  readonly after: (milliseconds: number, act: () => void) => () => void;
}

export const CHECK_DELAY_MS = 20;
export const BEHIND_RENDER_MS = 150;

export class Checker {
  private sequence = 0;
  private cancelSettling: (() => void) | undefined;

  constructor(private readonly parts: CheckerParts) {}

  changed(): void {
    this.cancelSettling?.();
    const { after, isRenderedAtOnce } = this.parts;
    this.cancelSettling = after(isRenderedAtOnce() ? BEHIND_RENDER_MS : CHECK_DELAY_MS, () => void this.send());
  }

  /** Nothing is sent and nothing is told any more. */
  close(): void {
    this.cancelSettling?.();
    this.sequence += 1;
  }

  private async send(): Promise<void> {
    this.sequence += 1;
    const sequence = this.sequence;
    const newest = this.parts.newest();
    if (newest === undefined) return;
    const answer = await this.parts.check({ sequence, ...newest.request });
    if (answer?.kind !== 'checked' || answer.sequence !== this.sequence) return;
    this.parts.found(newest.revision, answer.output);
  }
}
