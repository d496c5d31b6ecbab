import { readFileSync } from 'node:fs';
import path from 'node:path';
import { Redis } from 'ioredis';
import type { Command } from '../command';

/** The embedded Redis: Debian's redis-server as a private child on a unix socket, its data in the data folder. */

export interface EmbeddedRedis {
  readonly socket: string;
  readonly url: string;
  readonly logFile: string;
  readonly command: Command;
}

export function embeddedRedis(folders: { redis: string; run: string }, memoryMegabytes: number): EmbeddedRedis {
  const socket = embeddedSocket(folders.run);
  const logFile = path.join(folders.run, 'redis.log');
  const options: Record<string, string> = {
    port: '0',
    unixsocket: socket,
    unixsocketperm: '700',
    dir: folders.redis,
    appendonly: 'yes',
    appendfsync: 'everysec',
    save: '',
    maxmemory: `${memoryMegabytes}mb`,
    'maxmemory-policy': 'noeviction',
    loglevel: 'warning',
    logfile: logFile,
    'stop-writes-on-bgsave-error': 'no',
  };
  const args = Object.entries(options).flatMap(([name, value]) => [`--${name}`, value]);
  const command = { file: 'redis-server', args };
  return { socket, url: socketUrl(socket), logFile, command };
}

export function embeddedSocket(serviceFolder: string): string {
  return path.join(serviceFolder, 'redis.sock');
}

export function socketUrl(socket: string): string {
  return `unix://${encodeURI(socket)}`;
}

/** One that ended or never answered, in a sentence with what it wrote last. `folder`: of its data, as people know it. */
export function silenceOf({ logFile }: EmbeddedRedis, folder: string): string {
  const last = lastLine(logFile);
  return `Redis does not start on ${folder}${last === '' ? '' : `: "${last}"`}. Restore a backup, or give another DATA_DIR.`;
}

/** Without the process, the time and the mark that Redis puts before it. */
function lastLine(file: string): string {
  try {
    const lines = readFileSync(file, 'utf8').trimEnd().split('\n');
    return (lines.at(-1) ?? '').replace(/^.*?\d\d:\d\d:\d\d\.\d+ \S /, '').slice(0, 200);
  } catch {
    return '';
  }
}

/** Resolves when it answers (loading of its data included). Rejects when `signal` gives up. */
export async function redisAnswers(socket: string, signal: AbortSignal): Promise<void> {
  const probe = new Redis({
    path: socket,
    maxRetriesPerRequest: null,
    retryStrategy: () => 10,
  });
  // Until it listens every attempt fails; that it never does is told by the signal.
  probe.on('error', () => undefined);
  try {
    await new Promise<void>((resolve, reject) => {
      signal.addEventListener('abort', () => reject(new Error('redis-server did not answer in time')), { once: true });
      probe.once('ready', () => resolve());
    });
  } finally {
    probe.disconnect();
  }
}
