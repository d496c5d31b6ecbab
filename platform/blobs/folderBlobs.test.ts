import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, it, vi } from 'vitest';
import { FolderBlobs } from './folderBlobs';
import { testBlobs } from './testing/suite';

const root = mkdtempSync(path.join(tmpdir(), 'asyground-blobs-'));
const blobs = new FolderBlobs(root);
const bytes = (text: string) => new TextEncoder().encode(text);
afterAll(() => rmSync(root, { recursive: true }));

testBlobs(() => blobs);

it('leaves nothing half written', async () => {
  await Promise.all(Array.from({ length: 20 }, (_, i) => blobs.put('cache/same', bytes(`${i}`.repeat(1000)))));
  const found = await blobs.get('cache/same');
  expect(new Set(found?.toString('latin1')).size).toBeLessThanOrEqual(2);
  expect(readdirSync(path.join(root, 'cache', 'sa'))).toEqual(['same']);
});

it('has the bytes, the name and new folders on the disk before it says so', async () => {
  const handle = await open(root);
  const sync = vi.spyOn(Object.getPrototypeOf(handle) as FileHandle, 'sync');
  await handle.close();
  await blobs.put('synced/ab1/x', bytes('x'));
  // The file, then its folder and the three above, of which three are new.
  expect(sync).toHaveBeenCalledTimes(5);
  await blobs.put('synced/ab1/y', bytes('y'));
  expect(sync).toHaveBeenCalledTimes(7);
  sync.mockRestore();
});
