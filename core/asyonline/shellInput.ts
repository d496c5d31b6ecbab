import { failure, type Failure } from '@/core/errors';
import type { SessionEffect } from './events';
import type { SessionLimits } from './sessionLimits';

/**
 * Input on its way into a running shell (docs/asyonline.md, 22). A program that does not read it must not fill anybody's
 * memory: past some bytes the client is not read from, until the program has read most of them.
 */

type Limits = Pick<SessionLimits, 'pauseInputBytes' | 'maxInputBytes' | 'maxOutputFrameBytes'>;

export class ShellInput {
  private unreadBytes = 0;
  private isHolding = false;

  constructor(
    private readonly limits: Limits,
    private readonly emit: (effect: SessionEffect) => void,
  ) {}

  /** More than may wait comes only in one large frame, since nothing is read after that. */
  pass(bytes: Uint8Array): Failure | undefined {
    const { pauseInputBytes, maxInputBytes, maxOutputFrameBytes } = this.limits;
    this.unreadBytes += bytes.length;
    if (this.unreadBytes > maxInputBytes) {
      return failure('too-large', `At most ${maxInputBytes} bytes of input may wait for the program to read them.`);
    }
    for (let at = 0; at < bytes.length; at += maxOutputFrameBytes) {
      this.emit({ type: 'input', bytes: bytes.subarray(at, at + maxOutputFrameBytes) });
    }
    if (this.unreadBytes > pauseInputBytes && !this.isHolding) this.hold(true);
    return undefined;
  }

  read(bytes: number): void {
    this.unreadBytes = Math.max(0, this.unreadBytes - bytes);
    if (this.isHolding && this.unreadBytes <= this.limits.pauseInputBytes / 2) this.hold(false);
  }

  private hold(isHolding: boolean): void {
    this.isHolding = isHolding;
    this.emit({ type: isHolding ? 'hold-client' : 'release-client' });
  }
}
