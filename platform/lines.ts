import type { Readable } from 'node:stream';

/**
 * Calls `hear` with each whole line of a stream. A line longer than this is cut off with its stream, which node:readline
 * cannot do: it keeps a line of any length.
 */
const MAX_LINE_BYTES = 1024 * 1024;

export function readLines(stream: Readable, hear: (line: string) => void): void {
  let rest = '';
  stream.setEncoding('utf8');
  stream.on('data', (chunk: string) => {
    // Only what is new can hold an end: a line that comes byte by byte is not searched again for each.
    const [first = '', ...others] = chunk.split('\n');
    rest += first;
    for (const next of others) {
      hear(rest);
      rest = next;
    }
    if (rest.length > MAX_LINE_BYTES) stream.destroy();
  });
}
