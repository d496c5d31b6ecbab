import { OUTPUT_LIMITS } from '@/core/limits';

/**
 * The output of one run on its way: merged over a short span, counted against the limit, its end remembered.
 *
 * Exactly the limit is let through, then `onLimit` is called once and the rest is dropped (docs/asyonline.md, 17).
 */

export type Stream = 'stdout' | 'stderr';

/** Enough of the end to find asy's last messages in. */
const REMEMBERED_BYTES = 16 * 1024;

interface OutputsOptions {
  readonly maxBytes: number;
  readonly send: (stream: Stream, bytes: Uint8Array) => void;
  readonly onLimit: () => void;
}

export class Outputs {
  private waiting: { stream: Stream; chunks: Buffer[]; bytes: number } | undefined;
  private timer: NodeJS.Timeout | undefined;
  private left: number;
  /** Twice as long as what is remembered, so that it is moved rarely, however small the pieces are. */
  private readonly tail = Buffer.alloc(2 * REMEMBERED_BYTES);
  private tailBytes = 0;

  constructor(private readonly options: OutputsOptions) {
    this.left = options.maxBytes;
  }

  /** The last messages of the run, both streams as they came. */
  get lastText(): string {
    return this.tail.toString('utf8', Math.max(0, this.tailBytes - REMEMBERED_BYTES), this.tailBytes);
  }

  /** Of ours, at the end. It never makes a run pass its limit: without room for it, it is not said. */
  remark(text: string): void {
    const bytes = Buffer.from(text);
    if (bytes.length < this.left) this.push('stderr', bytes);
    this.flush();
  }

  push(stream: Stream, chunk: Buffer): void {
    if (this.left === 0) return;
    const kept = chunk.subarray(0, this.left);
    this.left -= kept.length;
    this.remember(kept);
    if (this.waiting && this.waiting.stream !== stream) this.flush();
    this.waiting ??= { stream, chunks: [], bytes: 0 };
    this.waiting.chunks.push(kept);
    this.waiting.bytes += kept.length;
    if (this.waiting.bytes >= OUTPUT_LIMITS.maxOutputFrameBytes) this.flush();
    else this.timer ??= setTimeout(() => this.flush(), OUTPUT_LIMITS.mergeMs);
    if (this.left === 0) {
      this.flush();
      this.options.onLimit();
    }
  }

  flush(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    const { waiting } = this;
    this.waiting = undefined;
    if (!waiting) return;
    const bytes = Buffer.concat(waiting.chunks);
    for (let at = 0; at < bytes.length; at += OUTPUT_LIMITS.maxOutputFrameBytes) {
      this.options.send(waiting.stream, bytes.subarray(at, at + OUTPUT_LIMITS.maxOutputFrameBytes));
    }
  }

  private remember(chunk: Buffer): void {
    const kept = chunk.subarray(-REMEMBERED_BYTES);
    if (this.tailBytes + kept.length > this.tail.length) {
      this.tail.copy(this.tail, 0, this.tailBytes - REMEMBERED_BYTES, this.tailBytes);
      this.tailBytes = REMEMBERED_BYTES;
    }
    this.tailBytes += kept.copy(this.tail, this.tailBytes);
  }
}
