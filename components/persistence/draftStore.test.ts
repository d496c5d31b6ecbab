import { describe, expect, it } from 'vitest';
import { draftOf } from '@/components/model/draft';
import { DraftStore, MAX_DRAFTS } from './draftStore';
import { MemoryDraftStorage } from './testing/memoryDraftStorage';

const textNoted = (id: string, text: string, savedAt: number) => ({
  id,
  savedAt,
  files: [{ name: 'main.asy', text }],
  main: 'main.asy',
  active: 'main.asy',
});

describe('the store of drafts', () => {
  it('gives back bytes as they are', async () => {
    const store = new DraftStore(new MemoryDraftStorage());
    const draft = { ...draftOf('d', 'x'), files: [{ name: 'main.asy', contents: new Uint8Array([0, 255]) }] };
    expect(await store.write(draft, 1)).toBe('kept');
    expect(await store.read('d')).toEqual({ ...draft, savedAt: 1 });
  });

  it('keeps the drafts of pages apart and knows the newest', async () => {
    const store = new DraftStore(new MemoryDraftStorage());
    await store.write(draftOf('one', '1'), 1);
    await store.write(draftOf('two', '2'), 3);
    await store.write(draftOf('one', '11'), 2);
    expect((await store.read('one'))?.files[0]?.contents).toBe('11');
    expect((await store.newest())?.id).toBe('two');
  });

  it('lets the oldest go when there are too many', async () => {
    const records = new MemoryDraftStorage();
    for (let number = 0; number < MAX_DRAFTS + 5; number += 1)
      await new DraftStore(records).write(draftOf(`d${number}`, 'x'), number);
    expect(records.records.size).toBe(MAX_DRAFTS);
    expect([...records.records.keys()][0]).toBe('d5');
  });

  it('makes room by letting old ones go, and tells when there is none', async () => {
    const records = new MemoryDraftStorage(500);
    const store = new DraftStore(records);
    for (let number = 0; number < 9; number += 1)
      expect(await store.write(draftOf(`d${number}`, 'x'.repeat(100)), number)).toBe('kept');
    expect(await store.read('d0')).toBeUndefined();
    expect(await store.read('d8')).toBeDefined();
    expect(await store.write(draftOf('huge', 'x'.repeat(501)), 10)).toBe('full');
    expect(await store.read('d8')).toBeDefined();
  });

  it('tells a browser that refuses from one that is full', async () => {
    const records = new MemoryDraftStorage();
    records.isRefusing = true;
    expect(await new DraftStore(records).write(draftOf('d', 'x'), 1)).toBe('refused');
  });

  it('takes over what was noted, unless it has something newer', async () => {
    const store = new DraftStore(new MemoryDraftStorage());
    await store.write(draftOf('d', 'written'), 5);
    await store.takeOver(textNoted('d', 'older', 4));
    expect((await store.read('d'))?.files[0]?.contents).toBe('written');
    await store.takeOver(textNoted('d', 'newer', 6));
    expect((await store.read('d'))?.files[0]?.contents).toBe('newer');
  });
});
