import { text as textOf } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import type { Blobs } from '../blobs';

/** What every blob store promises, wherever it keeps them. */

const bytes = (text: string) => new TextEncoder().encode(text);

export function testBlobs(open: () => Blobs): void {
  it('keeps, replaces and removes', async () => {
    const blobs = open();
    expect(await blobs.get('detached/one/result-0')).toBeUndefined();
    await blobs.put('detached/one/result-0', bytes('first'));
    await blobs.put('detached/one/result-0', bytes('second'));
    expect((await blobs.get('detached/one/result-0'))?.toString()).toBe('second');
    await blobs.remove('detached/one/result-0');
    await blobs.remove('detached/one/result-0');
    expect(await blobs.get('detached/one/result-0')).toBeUndefined();
  });

  it('opens what is large without taking it into memory', async () => {
    const blobs = open();
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
    const blobs = open();
    expect(await blobs.copy('cache/none', 'cache/copy')).toBeUndefined();
    await blobs.put('detached/from/x', bytes('first'));
    expect(await blobs.copy('detached/from/x', 'artifacts/to/x')).toBe(5);
    await blobs.put('detached/from/x', bytes('second'));
    await blobs.remove('detached/from/x');
    expect((await blobs.get('artifacts/to/x'))?.toString()).toBe('first');
    await blobs.removeAll('artifacts');
  });

  it('removes everything below a name, and nothing beside it', async () => {
    const blobs = open();
    for (const name of ['detached/ab1/x', 'detached/ab1/y', 'detached/ab2/x']) await blobs.put(name, bytes(name));
    await blobs.removeAll('detached/ab1');
    expect(await blobs.get('detached/ab1/x')).toBeUndefined();
    expect(await blobs.get('detached/ab2/x')).toBeDefined();
    await blobs.remove('detached/ab2/x');
  });

  it('lists and weighs what there is', async () => {
    const blobs = open();
    const names = ['links/aa1/project', 'links/aa1/picture', 'cache/aa2'];
    for (const name of names) await blobs.put(name, bytes('12345'));
    const listed: string[] = [];
    for await (const name of blobs.list()) listed.push(name);
    expect(listed.sort()).toEqual([...names].sort());
    const weights = await blobs.weigh();
    expect([...weights.keys()].sort()).toEqual(['cache', 'links']);
    expect(weights.get('links')).toBeGreaterThanOrEqual(10);
    for (const name of names) await blobs.remove(name);
  });

  it('takes no name that leads elsewhere', async () => {
    for (const name of ['', '..', 'a/../b', 'a//b', '/a', 'a/.hidden', 'a/b\0c', 'a/b c'])
      await expect(open().put(name, bytes('x'))).rejects.toThrow('not a name');
  });
}
