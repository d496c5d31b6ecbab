import { createHash } from 'node:crypto';
import type { FromBackend } from '@/core/wire/wire';
import { canonicalPicture } from './canonical';

/** All that a person can see of a run, kept to be compared with another run of the same submission. */
export class Witness {
  private readonly output = { stdout: createHash('sha256'), stderr: createHash('sha256') };
  private readonly results: string[] = [];
  private outcome = '';

  see(message: FromBackend): void {
    if (message.type === 'output') this.output[message.stream].update(message.bytes);
    else if (message.type === 'ended') this.outcome = JSON.stringify(message.outcome);
    else if (message.type === 'result') {
      const picture = createHash('sha256').update(canonicalPicture(message.format, message.bytes)).digest('hex');
      this.results.push(`${message.filename ?? ''} ${message.format} ${picture}`);
    }
  }

  /** Equal for runs in which a person sees the same. To be asked once, when the run has ended. */
  summary(): string {
    const { stdout, stderr } = this.output;
    return [stdout.digest('hex'), stderr.digest('hex'), this.outcome, ...this.results].join('\n');
  }
}
