import { checkFileName } from '@/core/submission/fileNames';
import { failure, type Failure } from '@/core/errors';
import { SUBMISSION_LIMITS } from '@/core/limits';
import { translatorOf } from '@/components/lib/translator';
import type { DraftFile } from '@/components/model/draft';

/** Files from the person's disk, and back. Archives are unpacked; what is text becomes text. */

const IMAGE = /\.(?:png|jpg)$/;

export type Incoming =
  | {
      readonly files: readonly DraftFile[];
      /** How many of an archive or a folder no program could read. */
      readonly leftOut: number;
    }
  | { readonly failure: Failure };

/** A file that was picked by hand must be one that programs can read; of archives, others are left out. */
export async function readIncoming(picked: readonly File[]): Promise<Incoming> {
  const files: DraftFile[] = [];
  let leftOut = 0;
  for (const file of picked) {
    const bytes = new Uint8Array(await file.arrayBuffer());
    if (!isArchive(file)) {
      files.push(asFile(file.name, bytes));
      continue;
    }
    const unpacked = await unpack(file.name, bytes);
    if ('failure' in unpacked) return unpacked;
    files.push(...unpacked.files);
    leftOut += unpacked.leftOut;
  }
  return { files, leftOut };
}

/** All files of a folder. Those that no program could read are not even opened. */
export async function readFolder(all: readonly File[]): Promise<Incoming> {
  const wanted = all.filter(({ name }) => isReadable(name));
  if (wanted.length > SUBMISSION_LIMITS.maxFiles) return { failure: tooMany(wanted.length) };
  const read = await readIncoming(wanted);
  return 'failure' in read ? read : { ...read, leftOut: all.length - wanted.length };
}

export function isArchive({ name }: { readonly name: string }): boolean {
  return name.endsWith('.zip');
}

async function unpack(name: string, archive: Uint8Array): Promise<Incoming> {
  const { unzipSync } = await import('fflate');
  let leftOut = 0;
  try {
    const entries = unzipSync(archive, {
      // Folders, and what operating systems hide in archives, are nobody's loss.
      filter({ name: path }) {
        const isFile = !path.endsWith('/') && !path.startsWith('__MACOSX') && !baseName(path).startsWith('.');
        if (isFile && !isReadable(baseName(path))) leftOut += 1;
        return isFile && isReadable(baseName(path));
      },
    });
    const files = Object.entries(entries).map(([path, bytes]) => asFile(baseName(path), bytes));
    return files.length > SUBMISSION_LIMITS.maxFiles ? { failure: tooMany(files.length) } : { files, leftOut };
  } catch {
    return { failure: failure('bad-file', translatorOf('workbench')('files.badZip', { name })) };
  }
}

function isReadable(name: string): boolean {
  return checkFileName(name, SUBMISSION_LIMITS) === undefined;
}

function tooMany(count: number): Failure {
  const args = { count, max: SUBMISSION_LIMITS.maxFiles };
  return failure('too-many', translatorOf('workbench')('files.tooMany', args));
}

function baseName(path: string): string {
  return path.replace(/^.*\//, '');
}

export async function pack(files: readonly DraftFile[]): Promise<Uint8Array> {
  const { strToU8, zipSync } = await import('fflate');
  return zipSync(
    Object.fromEntries(
      files.map(({ name, contents }) => [name, typeof contents === 'string' ? strToU8(contents) : contents]),
    ),
  );
}

export function asFile(name: string, bytes: Uint8Array): DraftFile {
  if (IMAGE.test(name)) return { name, contents: bytes };
  try {
    return { name, contents: new TextDecoder('utf-8', { fatal: true }).decode(bytes) };
  } catch {
    return { name, contents: bytes };
  }
}
