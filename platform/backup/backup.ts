import { createReadStream } from 'node:fs';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { once } from 'node:events';
import type { Writable } from 'node:stream';
import { createGzip } from 'node:zlib';
import { z } from 'zod';
import type { Blobs } from '../blobs/blobs';
import { SCHEMA_VERSION } from '../dataFolder';
import { VERSION } from '../version';
import { SNAPSHOT_FILE, takeSnapshot } from './snapshot';
import { writeEnd, writeEntry } from './tar';

/**
 * A backup while everything runs: a gzipped tar file with what Redis held in one moment, then every blob, then the files
 * of the data folder that are kept. A blob is written before the index knows it, so what the snapshot names is there; one
 * that was removed while the backup was made is not, like its entry soon after.
 */

export const ABOUT_FILE = 'backup.json';
export const BLOB_FOLDER = 'blobs/';
/** Of the data folder. */
export const KEPT_FILES = ['admin-token', 'session-secret'] as const;

export const aboutBackup = z.object({
  program: z.literal('asyground'),
  version: z.string(),
  schema: z.number().int(),
  made: z.iso.datetime(),
});

export interface BackupSource {
  readonly redisUrl: string;
  readonly blobs: Blobs;
  readonly dataFolder: string;
  readonly now: Date;
}

export interface Counted {
  readonly keys?: number;
  readonly blobs: number;
}

export async function writeBackup({ redisUrl, blobs, dataFolder, now }: BackupSource, out: Writable): Promise<Counted> {
  const folder = await mkdtemp(path.join(tmpdir(), 'asyground-backup-'));
  const zip = createGzip();
  zip.pipe(out);
  // The end of a pipe that breaks is told to whoever writes next.
  const finished = once(out, 'finish');
  finished.catch(() => undefined);
  out.once('error', (error) => zip.destroy(error));
  try {
    const about: z.infer<typeof aboutBackup> = {
      program: 'asyground',
      version: VERSION,
      schema: SCHEMA_VERSION,
      made: now.toISOString(),
    };
    await writeBytes(zip, ABOUT_FILE, Buffer.from(`${JSON.stringify(about)}\n`));
    const snapshot = path.join(folder, SNAPSHOT_FILE);
    await takeSnapshot(redisUrl, snapshot);
    await writeEntry(zip, SNAPSHOT_FILE, (await stat(snapshot)).size, createReadStream(snapshot));
    const count = await writeBlobs(zip, blobs);
    for (const name of KEPT_FILES) {
      // Made elsewhere, or configured: then there is none.
      const bytes = await readFile(path.join(dataFolder, name)).catch(() => undefined);
      if (bytes !== undefined) await writeBytes(zip, name, bytes);
    }
    await writeEnd(zip);
    zip.end();
    await finished;
    return { blobs: count };
  } finally {
    zip.destroy();
    await rm(folder, { recursive: true, force: true });
  }
}

async function writeBlobs(zip: Writable, blobs: Blobs): Promise<number> {
  let count = 0;
  for await (const name of blobs.list()) {
    const blob = await blobs.open(name);
    if (blob === undefined) continue;
    await writeEntry(zip, `${BLOB_FOLDER}${name}`, blob.size, blob.stream);
    count += 1;
  }
  return count;
}

async function* only(bytes: Buffer): AsyncIterable<Buffer> {
  yield bytes;
}

function writeBytes(zip: Writable, name: string, bytes: Buffer): Promise<void> {
  return writeEntry(zip, name, bytes.length, only(bytes));
}
