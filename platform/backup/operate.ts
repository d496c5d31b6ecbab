import { createReadStream, createWriteStream, existsSync, statSync } from 'node:fs';
import path from 'node:path';
import { Redis } from 'ioredis';
import { instanceOf } from '../dataFolder';
import { openBlobs } from '../blobs/open';
import { readConfig, type Config } from '../config/config';
import { checkRedis, redisOptions } from '../redis/connect';
import { embeddedSocket, socketUrl } from '../redis/embedded';
import { inTime } from '../deadline';
import { BACKUP_LIMITS } from '@/core/limits';
import { runFolderOf, serviceFolderOf } from '../runFolder';
import { writeBackup, type Counted } from './backup';
import { restoreBackup } from './restore';

/** Makes or restores a backup from within the data folder, with the rights of its owner. Answers an exit code. */

export type Operation = 'backup' | 'restore';

const EXIT = { success: 0, failed: 1, wrong: 2, unavailable: 3 } as const;

export async function operate(operation: Operation, flags: readonly string[], descriptor: number): Promise<number> {
  const read = readConfig(flags, process.env);
  // Checked by whoever started this.
  if (!read.ok) return EXIT.wrong;
  const { config } = read;
  const redisUrl = config.redisUrl ?? runningRedis();
  if (redisUrl === undefined)
    return failed(EXIT.unavailable, `Asyground does not run on ${config.dataDir}. Start it, and run this again.`);
  try {
    return operation === 'backup'
      ? await backUp(config, redisUrl, descriptor)
      : await restore(config, redisUrl, descriptor);
  } catch (error) {
    return failed(EXIT.failed, error instanceof Error ? error.message : String(error));
  }
}

async function backUp(config: Config, redisUrl: string, descriptor: number): Promise<number> {
  const out = createWriteStream('', { fd: descriptor, flush: true });
  const source = { redisUrl, blobs: blobsOf(config), dataFolder: '.', now: new Date() };
  return done('Backed up', await writeBackup(source, out));
}

async function restore(config: Config, redisUrl: string, descriptor: number): Promise<number> {
  const redis = new Redis(redisOptions(redisUrl));
  // Told by the answer that does not come.
  redis.on('error', () => undefined);
  try {
    const answered = await inTime(
      checkRedis(redis).then((wrong) => ({ wrong })),
      BACKUP_LIMITS.answerMs,
    );
    if (answered === undefined) return failed(EXIT.unavailable, 'Redis cannot be reached.');
    if (answered.wrong) return failed(EXIT.unavailable, answered.wrong.message);
    const target = { redis, db: redis.options.db ?? 0, blobs: blobsOf(config), dataFolder: '.', say };
    const restored = await restoreBackup(target, createReadStream('', { fd: descriptor }));
    return restored.ok ? done('Restored', restored.value) : failed(EXIT.failed, restored.failure.message);
  } finally {
    redis.disconnect();
  }
}

/** Of the instance that runs on this data folder; undefined if none does. */
function runningRedis(): string | undefined {
  const instance = ownInstance();
  if (instance === undefined) return undefined;
  const run = path.resolve('run');
  const sockets = [true, false].map((isRoot) =>
    embeddedSocket(serviceFolderOf(runFolderOf({ run, instance }, isRoot))),
  );
  const socket = sockets.find((place) => existsSync(place));
  return socket === undefined ? undefined : socketUrl(socket);
}

/** Undefined in a folder that is somebody else's. */
function ownInstance(): string | undefined {
  try {
    return instanceOf(statSync('.'));
  } catch {
    return undefined;
  }
}

function blobsOf(config: Config) {
  return openBlobs(config, '.');
}

function done(what: string, { keys, blobs }: Counted): number {
  say(`${what}: ${keys === undefined ? '' : `${keys} keys and `}${blobs} files.`);
  return EXIT.success;
}

function say(words: string): void {
  process.stdout.write(`${words}\n`);
}

function failed(code: number, message: string): number {
  process.stderr.write(`asyground: ${message}\n`);
  return code;
}
