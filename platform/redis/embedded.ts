import path from 'node:path';
import { Redis } from 'ioredis';
import type { Command } from '../command';

/** The embedded Redis: Debian's redis-server as a private child on a unix socket, its data in the data folder. */

export interface EmbeddedRedis {
  readonly socket: string;
  readonly url: string;
  readonly command: Command;
}

export function embeddedRedis(folders: { redis: string; run: string }, memoryMegabytes: number): EmbeddedRedis {
  const socket = path.join(folders.run, 'redis.sock');
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
    logfile: path.join(folders.run, 'redis.log'),
    'stop-writes-on-bgsave-error': 'no',
  };
  const args = Object.entries(options).flatMap(([name, value]) => [`--${name}`, value]);
  return { socket, url: `unix://${encodeURI(socket)}`, command: { file: 'redis-server', args } };
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
