import type { DraftFile } from '@/components/playground/draft';

/** Files from the person's disk, and back. Archives are unpacked; what is text becomes text. */

const IMAGE = /\.(png|jpg)$/;

export async function readIncoming(files: Iterable<File>): Promise<DraftFile[]> {
  const read = await Promise.all(
    Array.from(files, async (file) => {
      const bytes = new Uint8Array(await file.arrayBuffer());
      return file.name.endsWith('.zip') ? unpack(bytes) : [asFile(file.name, bytes)];
    }),
  );
  return read.flat();
}

async function unpack(archive: Uint8Array): Promise<DraftFile[]> {
  const { unzipSync } = await import('fflate');
  // Folders and what operating systems hide in archives are left behind.
  const entries = Object.entries(unzipSync(archive)).filter(
    ([path]) => !path.endsWith('/') && !path.startsWith('__MACOSX'),
  );
  return entries
    .map(([path, bytes]) => asFile(path.replace(/^.*\//, ''), bytes))
    .filter(({ name }) => !name.startsWith('.'));
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
