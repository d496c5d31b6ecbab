import { createWriteStream } from 'node:fs';
import { mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { createGunzip } from 'node:zlib';
import type { Redis } from 'ioredis';
import { BACKUP_LIMITS } from '@/core/limits';
import { parseJson } from '@/core/json';
import { failure } from '@/core/errors';
import { refusal, success, type Result } from '@/core/result';
import { nameParts, type Blobs } from '../blobs/blobs';
import { SCHEMA_VERSION } from '../dataFolder';
import { KEYS } from '../redis/keys';
import { Roster } from '../redis/roster';
import { ABOUT_FILE, aboutBackup, BLOB_FOLDER, KEPT_FILES, type Counted } from './backup';
import { clearKeys, copyKeys, SNAPSHOT_FILE, withSnapshot } from './snapshot';
import { readEntries, type Entry } from './tar';

/**
 * Puts a backup in the place of everything that is kept.
 *
 * **reading**: blobs are added under their names, which changes nothing for who is served; all else waits in a folder.
 *   A file that cannot be read to its end leaves everything as it was.
 * **quiet**: `KEYS.restoring` is set. Every process that sees it ends, and waits at its next start until it is gone
 *   (platform/redis/presence.ts), on whichever machine it is.
 * **replacing**: keys and files are replaced, and blobs that are not in the backup removed. If this is interrupted, the
 *   key stays and nothing starts on half of the data: the restore has to be run again.
 */

export interface RestoreTarget {
  readonly redis: Redis;
  readonly db: number;
  readonly blobs: Blobs;
  readonly dataFolder: string;
  /** Told what is being done, for whoever waits. */
  readonly say: (words: string) => void;
}

export async function restoreBackup(target: RestoreTarget, input: Readable): Promise<Result<Counted>> {
  const folder = await mkdtemp(path.join(tmpdir(), 'asyground-restore-'));
  try {
    const read = await readArchive(target.blobs, input, folder);
    if (!read.ok) return read;
    return success(await replace(target, folder, read.value));
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return refusal(failure('config', `The backup cannot be restored: ${why}.`));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

interface Archive {
  readonly blobs: ReadonlySet<string>;
  readonly files: readonly (typeof KEPT_FILES)[number][];
}

async function readArchive(blobs: Blobs, input: Readable, folder: string): Promise<Result<Archive>> {
  const names = new Set<string>();
  const files: Archive['files'][number][] = [];
  let isKnown = false;
  let hasSnapshot = false;
  const unzipped = createGunzip();
  // What breaks is told to whoever reads from it.
  const piped = pipeline(input, unzipped).catch((error: Error) => unzipped.destroy(error));
  for await (const entry of readEntries(unzipped)) {
    if (!isKnown) {
      const wrong = await judgeAbout(entry);
      if (wrong !== undefined) return refusal(failure('config', wrong));
      isKnown = true;
    } else if (entry.name === SNAPSHOT_FILE) {
      await pipeline(Readable.from(entry.contents), createWriteStream(path.join(folder, SNAPSHOT_FILE)));
      hasSnapshot = true;
    } else if (entry.name.startsWith(BLOB_FOLDER)) {
      const name = nameParts(entry.name.slice(BLOB_FOLDER.length)).join('/');
      await blobs.put(name, await buffer(entry.contents));
      names.add(name);
    } else {
      const known = KEPT_FILES.find((name) => name === entry.name);
      const bytes = await buffer(entry.contents);
      if (known === undefined) continue;
      await writeFile(path.join(folder, known), bytes, { mode: 0o600 });
      files.push(known);
    }
  }
  await piped;
  if (!hasSnapshot) return refusal(failure('config', 'The backup cannot be restored: it has no redis.rdb.'));
  return success({ blobs: names, files });
}

async function judgeAbout(entry: Entry): Promise<string | undefined> {
  const isSmall = entry.name === ABOUT_FILE && entry.size <= BACKUP_LIMITS.aboutBytes;
  const about = isSmall
    ? aboutBackup.safeParse(parseJson((await buffer(entry.contents)).toString('utf8')))
    : { success: false as const };
  if (!about.success) return 'This is no backup of Asyground.';
  const { schema, version } = about.data;
  if (schema <= SCHEMA_VERSION) return undefined;
  return `The backup has schema version ${schema} (Asyground ${version}); this program reads up to ${SCHEMA_VERSION}. Upgrade first.`;
}

async function replace(target: RestoreTarget, folder: string, archive: Archive): Promise<Counted> {
  const { redis, db, blobs, dataFolder, say } = target;
  return withSnapshot(path.join(folder, SNAPSHOT_FILE), db, async (source) => {
    await refuseLarger(source, redis);
    say('Waiting until everything that runs has stopped');
    await redis.set(KEYS.restoring, '1');
    await untilAlone(redis).catch(async (error: unknown) => {
      await redis.del(KEYS.restoring);
      throw error;
    });
    say('Replacing the data');
    await clearKeys(redis);
    const keys = await copyKeys(source, redis);
    for (const name of archive.files) {
      const unfinished = path.join(dataFolder, `${name}.new`);
      await writeFile(unfinished, await readFile(path.join(folder, name)), { mode: 0o600, flush: true });
      await rename(unfinished, path.join(dataFolder, name));
    }
    for await (const name of blobs.list()) if (!archive.blobs.has(name)) await blobs.remove(name);
    await redis.del(KEYS.restoring);
    return { keys, blobs: archive.blobs.size };
  });
}

/** What does not fit would be lost halfway. */
async function refuseLarger(source: Redis, target: Redis): Promise<void> {
  const read = async (redis: Redis, name: string) =>
    Number(new RegExp(`^${name}:(\\d+)`, 'm').exec(await redis.info('memory'))?.[1] ?? 0);
  const [needed, most] = [await read(source, 'used_memory'), await read(target, 'maxmemory')];
  if (most > 0 && needed > most) throw new Error(`it needs ${needed} bytes of Redis' memory, which has ${most}`);
}

async function untilAlone(redis: Redis): Promise<void> {
  const roster = new Roster(redis, KEYS.present, KEYS.presence);
  const until = performance.now() + BACKUP_LIMITS.quietSeconds * 1000;
  while ((await roster.read()).length > 0) {
    if (performance.now() > until) throw new Error('a process that uses this Redis does not stop');
    await sleep(BACKUP_LIMITS.lookMs);
  }
}
