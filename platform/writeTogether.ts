import type { Writable } from 'node:stream';

/**
 * What is said over a connection in the same moment leaves in one write, when everything that has arrived by now was
 * looked at: each write by itself costs this process a system call, and the other one a turn of its loop.
 */
export function writeTogether(stream: Writable): void {
  const write = stream.write.bind(stream) as (...args: unknown[]) => boolean;
  let isCorked = false;
  stream.write = (...args: unknown[]) => {
    if (!isCorked) {
      isCorked = true;
      stream.cork();
      setImmediate(() => {
        isCorked = false;
        stream.uncork();
      });
    }
    return write(...args);
  };
}
