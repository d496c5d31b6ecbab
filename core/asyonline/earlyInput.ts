import { failure, type Failure } from '@/core/errors';

/** Input that came between `start` and the start of the shell's process (docs/asyonline.md, 22). */
export class EarlyInput {
  private pieces: Uint8Array[] = [];
  private bytes = 0;

  constructor(private readonly maxBytes: number) {}

  keep(bytes: Uint8Array): Failure | undefined {
    this.bytes += bytes.length;
    if (this.bytes > this.maxBytes) {
      return failure('too-large', `At most ${this.maxBytes} bytes of input may come before the shell has started.`);
    }
    if (bytes.length > 0) this.pieces.push(bytes);
    return undefined;
  }

  /** Everything kept, in order; afterwards nothing is. */
  release(): Uint8Array[] {
    const pieces = this.pieces;
    this.pieces = [];
    this.bytes = 0;
    return pieces;
  }
}
