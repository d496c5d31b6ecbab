import type { Readable } from 'node:stream';

/** Calls `hear` with each whole line of a stream. A line longer than this is cut off with its stream. */
const MAX_LINE_BYTES = 1024 * 1024;

export function readLines(stream: Readable, hear: (line: string) => void): void {
  let rest = '';
  stream.setEncoding('utf8');
  stream.on('data', (chunk: string) => {
    rest += chunk;
    for (let end = rest.indexOf('\n'); end >= 0; end = rest.indexOf('\n')) {
      const line = rest.slice(0, end);
      rest = rest.slice(end + 1);
      hear(line);
    }
    if (rest.length > MAX_LINE_BYTES) stream.destroy();
  });
}
