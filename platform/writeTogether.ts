import { nextTick } from 'node:process';
import type { Writable } from 'node:stream';

/** What is written to it in this turn of the event loop leaves in one write: each wakes up whoever reads. */
export function writeTogether(stream: Writable): void {
  if (stream.writableCorked > 0) return;
  stream.cork();
  nextTick(() => stream.uncork());
}
