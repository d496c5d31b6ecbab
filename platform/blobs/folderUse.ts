import { lstat, opendir } from 'node:fs/promises';
import path from 'node:path';

/** What the blobs of a folder take on the disk, by their kind: records, artifacts, links, the cache and so on. */
export async function weighFolder(root: string, isOver: () => boolean = () => false): Promise<Map<string, number>> {
  const sums = new Map<string, number>();
  for await (const { name: kind, file } of filesBelow(root)) {
    if (isOver()) break;
    // What is removed meanwhile weighs nothing.
    const found = await lstat(file).catch(() => undefined);
    // Two names of one file share its bytes.
    const bytes = found === undefined ? 0 : (found.blocks * 512) / Math.max(1, found.nlink);
    sums.set(kind, (sums.get(kind) ?? 0) + bytes);
  }
  return sums;
}

/** Every file of a blob folder, with its kind. */
export async function* filesBelow(root: string): AsyncIterable<{ readonly name: string; readonly file: string }> {
  const folders: { readonly folder: string; readonly kind: string | undefined }[] = [{ folder: root, kind: undefined }];
  for (let next = folders.pop(); next !== undefined; next = folders.pop()) {
    const { folder, kind } = next;
    // What is removed meanwhile is not there.
    const entries = await opendir(folder).catch(() => undefined);
    for await (const entry of entries ?? []) {
      const place = path.join(folder, entry.name);
      if (entry.isDirectory()) folders.push({ folder: place, kind: kind ?? entry.name });
      else if (kind !== undefined) yield { name: kind, file: place };
    }
  }
}
