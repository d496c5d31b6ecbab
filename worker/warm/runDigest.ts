import { createHash } from 'node:crypto';
import type { FromBackend } from '@/core/wire/wire';
import { canonicalPicture } from './canonical';

/** All that a person can see of a run, kept to be compared with another run of the same submission. */

/** A larger picture is not compared: that would hold up everything else for too long. */
const MAX_PICTURE_BYTES = 4 * 1024 * 1024;

export class RunDigest {
  private readonly output = { stdout: createHash('sha256'), stderr: createHash('sha256') };
  private readonly results: string[] = [];
  private outcome = '';
  private isTooMuch = false;

  see(message: FromBackend): void {
    if (message.type === 'output') this.output[message.stream].update(message.bytes);
    else if (message.type === 'ended') this.outcome = JSON.stringify(message.outcome);
    else if (message.type === 'result') {
      this.isTooMuch ||= message.bytes.length > MAX_PICTURE_BYTES;
      if (this.isTooMuch) return;
      const picture = createHash('sha256').update(canonicalPicture(message.format, message.bytes)).digest('hex');
      this.results.push(`${message.filename ?? ''} ${message.format} ${picture}`);
    }
  }

  /** Equal for runs in which a person sees the same. To be asked once, when the run has ended. Undefined: too large. */
  summary(): string | undefined {
    if (this.isTooMuch) return undefined;
    const { stdout, stderr } = this.output;
    return [stdout.digest('hex'), stderr.digest('hex'), this.outcome, ...this.results].join('\n');
  }
}
