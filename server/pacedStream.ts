import type { Duplex } from 'node:stream';

/**
 * Reads from a connection no faster than `take` allows, which is told how many bytes came and answers for how many
 * milliseconds no more are to be read. Only for connections that nobody else pauses: they would be resumed.
 */
export function paceStream(stream: Duplex, take: (bytes: number) => number): void {
  let resting: NodeJS.Timeout | undefined;
  stream.on('data', (chunk: Uint8Array) => {
    const restMs = take(chunk.length);
    if (restMs <= 0) return;
    clearTimeout(resting);
    stream.pause();
    resting = setTimeout(() => stream.resume(), restMs);
  });
  stream.once('close', () => clearTimeout(resting));
}
