import { checkFileName, isProgramName } from '@/core/submission/fileNames';
import { failure, type Failure } from '@/core/errors';
import { SUBMISSION_LIMITS } from '@/core/limits';
import { formatBytes } from '@/components/lib/format';
import { translatorOf } from '@/components/lib/translator';
import type { DraftFile } from '@/components/model/draft';

/** Files from the person's disk, and back. Archives are unpacked; what is text becomes text. */

const BINARY = /\.(?:png|jpe?g|pdf|gif)$/i;
/** Data that is larger stays as bytes: nobody edits it here, and an editor would be slow with it. */
const MAX_TEXT_BYTES = 256 * 1024;
/** Before it is read: an image that is too large is made smaller, and an archive has other files in it. */
const MAX_READ_BYTES = 64 * 1024 * 1024;
/** Of a folder or an archive the files that programs read; one that was picked by hand may be any. */
const USUAL =
  /\.(?:asy|csv|tsv|txt|dat|json|geojson|xml|ya?ml|toml|md|log|ini|tex|sty|cls|bib|obj|off|stl|ply|pdb|xyz|svg|eps|png|jpe?g)$/i;

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
    if (file.size > MAX_READ_BYTES) return { failure: tooLarge(file.size) };
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
    let unpackedBytes = 0;
    const entries = unzipSync(archive, {
      // Folders, and what operating systems hide in archives, are nobody's loss.
      filter({ name: path, originalSize }) {
        const isFile = !path.endsWith('/') && !path.startsWith('__MACOSX') && !baseName(path).startsWith('.');
        if (isFile && !isReadable(baseName(path))) leftOut += 1;
        const isWanted = isFile && isReadable(baseName(path));
        if (isWanted) unpackedBytes += originalSize;
        return isWanted && unpackedBytes <= MAX_READ_BYTES;
      },
    });
    if (unpackedBytes > MAX_READ_BYTES) return { failure: tooLarge(unpackedBytes) };
    const files = Object.entries(entries).map(([path, bytes]) => asFile(baseName(path), bytes));
    return files.length > SUBMISSION_LIMITS.maxFiles ? { failure: tooMany(files.length) } : { files, leftOut };
  } catch {
    return { failure: failure('bad-file', translatorOf('workbench')('files.badZip', { name })) };
  }
}

function isReadable(name: string): boolean {
  return USUAL.test(name) && checkFileName(name, SUBMISSION_LIMITS) === undefined;
}

export function tooLarge(bytes: number): Failure {
  const args = { total: formatBytes(bytes), max: formatBytes(SUBMISSION_LIMITS.maxSourceBytes) };
  return failure('too-large', translatorOf('workbench')('files.tooLarge', args));
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
  if (BINARY.test(name) || (bytes.length > MAX_TEXT_BYTES && !isProgramName(name))) return { name, contents: bytes };
  try {
    return { name, contents: new TextDecoder('utf-8', { fatal: true }).decode(bytes) };
  } catch {
    return { name, contents: bytes };
  }
}
