import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { FolderBlobs } from './folderBlobs';

const root = mkdtempSync(path.join(tmpdir(), 'asyground-blobs-'));
const blobs = new FolderBlobs(root);
const bytes = (text: string) => new TextEncoder().encode(text);
afterAll(() => rmSync(root, { recursive: true }));

it('keeps, replaces and removes', async () => {
  expect(await blobs.get('records/one/result-0')).toBeUndefined();
  await blobs.put('records/one/result-0', bytes('first'));
  await blobs.put('records/one/result-0', bytes('second'));
  expect((await blobs.get('records/one/result-0'))?.toString()).toBe('second');
  await blobs.remove('records/one/result-0');
  await blobs.remove('records/one/result-0');
  expect(await blobs.get('records/one/result-0')).toBeUndefined();
});

it('removes everything below a name, and nothing beside it', async () => {
  for (const name of ['records/ab1/x', 'records/ab1/y', 'records/ab2/x']) await blobs.put(name, bytes(name));
  await blobs.removeAll('records/ab1');
  expect(await blobs.get('records/ab1/x')).toBeUndefined();
  expect(await blobs.get('records/ab2/x')).toBeDefined();
});

it('leaves nothing half written', async () => {
  await Promise.all(Array.from({ length: 20 }, (_, i) => blobs.put('cache/same', bytes(`${i}`.repeat(1000)))));
  const found = await blobs.get('cache/same');
  expect(new Set(found?.toString('latin1')).size).toBeLessThanOrEqual(2);
  expect(readdirSync(path.join(root, 'cache', 'sa'))).toEqual(['same']);
});

it('takes no name that leads elsewhere', async () => {
  for (const name of ['', '..', 'a/../b', 'a//b', '/a', 'a/.hidden', 'a/b\0c', 'a/b c'])
    await expect(blobs.put(name, bytes('x'))).rejects.toThrow('not a name');
});
