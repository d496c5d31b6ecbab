import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text as textOf } from 'node:stream/consumers';
import { afterAll, expect, it, vi } from 'vitest';
import { FolderBlobs } from './folderBlobs';

const root = mkdtempSync(path.join(tmpdir(), 'asyground-blobs-'));
const blobs = new FolderBlobs(root);
const bytes = (text: string) => new TextEncoder().encode(text);
afterAll(() => rmSync(root, { recursive: true }));

it('keeps, replaces and removes', async () => {
  expect(await blobs.get('detached/one/result-0')).toBeUndefined();
  await blobs.put('detached/one/result-0', bytes('first'));
  await blobs.put('detached/one/result-0', bytes('second'));
  expect((await blobs.get('detached/one/result-0'))?.toString()).toBe('second');
  await blobs.remove('detached/one/result-0');
  await blobs.remove('detached/one/result-0');
  expect(await blobs.get('detached/one/result-0')).toBeUndefined();
});

it('opens what is large without taking it into memory', async () => {
  expect(await blobs.open('cache/none')).toBeUndefined();
  for (const text of ['', 'contents']) {
    await blobs.put('cache/opened', bytes(text));
    const opened = await blobs.open('cache/opened');
    // Whoever reads has what was there when it was opened.
    await blobs.remove('cache/opened');
    expect(opened?.size).toBe(text.length);
    expect(opened && (await textOf(opened.stream))).toBe(text);
  }
});

it('copies, and neither name changes with the other', async () => {
  expect(await blobs.copy('cache/none', 'cache/copy')).toBeUndefined();
  await blobs.put('detached/from/x', bytes('first'));
  expect(await blobs.copy('detached/from/x', 'artifacts/to/x')).toBe(5);
  await blobs.put('detached/from/x', bytes('second'));
  await blobs.remove('detached/from/x');
  expect((await blobs.get('artifacts/to/x'))?.toString()).toBe('first');
});

it('removes everything below a name, and nothing beside it', async () => {
  for (const name of ['detached/ab1/x', 'detached/ab1/y', 'detached/ab2/x']) await blobs.put(name, bytes(name));
  await blobs.removeAll('detached/ab1');
  expect(await blobs.get('detached/ab1/x')).toBeUndefined();
  expect(await blobs.get('detached/ab2/x')).toBeDefined();
});

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

it('takes no name that leads elsewhere', async () => {
  for (const name of ['', '..', 'a/../b', 'a//b', '/a', 'a/.hidden', 'a/b\0c', 'a/b c'])
    await expect(blobs.put(name, bytes('x'))).rejects.toThrow('not a name');
});
