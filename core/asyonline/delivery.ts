import type { OutputStream, WarningReason } from '@/core/taskEvent';
import type { SessionEffect } from './events';
import { formatServerText, type ResultArgs } from './serverMessages';
import type { SessionLimits } from './sessionLimits';

/**
 * What a task has sent to its client so far (docs/asyonline.md, 16 to 18). The worker merges, cuts and limits too:
 * this is the last gate before the client, and its limits hold whatever the worker does.
 */

const NO_BYTES = new Uint8Array(0);

export class Delivery {
  private greeted = false;
  private outputBytes = 0;
  private results = 0;

  constructor(
    private readonly limits: SessionLimits,
    private readonly emit: (effect: SessionEffect) => void,
  ) {}

  get hasGreeted(): boolean {
    return this.greeted;
  }

  get hasResults(): boolean {
    return this.results > 0;
  }

  /** Whether the client has seen anything that a second run would repeat. */
  get hasDelivered(): boolean {
    return this.outputBytes > 0 || this.results > 0;
  }

  /** The empty first output. A task that starts again after its backend died is not greeted twice. */
  greet(): void {
    if (this.greeted) return;
    this.greeted = true;
    this.emit({ type: 'send', text: formatServerText('output', { stream: 'stdout' }), bytes: NO_BYTES });
  }

  /** In an empty output, so that clients which know nothing of it miss nothing. */
  warn(warning: WarningReason): void {
    this.emit({ type: 'send', text: formatServerText('output', { stream: 'stdout', warning }), bytes: NO_BYTES });
  }

  /** False if the limit was passed: exactly as much as it allows has been sent. */
  output(stream: OutputStream, bytes: Uint8Array): boolean {
    const { maxOutputBytes, maxOutputFrameBytes } = this.limits;
    const allowed = Math.min(bytes.length, maxOutputBytes - this.outputBytes);
    const text = formatServerText('output', { stream });
    for (let from = 0; from < allowed; from += maxOutputFrameBytes) {
      const to = Math.min(from + maxOutputFrameBytes, allowed);
      this.emit({ type: 'send', text, bytes: bytes.subarray(from, to) });
    }
    this.outputBytes += allowed;
    return allowed === bytes.length;
  }

  result(args: ResultArgs, bytes: Uint8Array): void {
    if (bytes.length > this.limits.maxResultBytes) return;
    this.results += 1;
    this.emit({ type: 'send', text: formatServerText('result', args), bytes });
  }
}
