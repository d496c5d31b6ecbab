import { describe, expect, it } from 'vitest';
import { draftOf } from '@/components/model/draft';
import { DraftStore } from './draftStore';
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

  it('lets no draft go for another one: it asks for room, and tells when there is none', async () => {
    const records = new MemoryDraftStorage(500);
    let spare = 2;
    const store = new DraftStore(records, async () => (records.roomBytes += 100) > 0 && (spare -= 1) >= 0);
    const written = [];
    for (let number = 0; number < 9; number += 1)
      written.push(await store.write(draftOf(`d${number}`, 'x'.repeat(100)), number));
    expect(written.indexOf('full')).toBe(7);
    expect(await store.read('d0')).toBeDefined();
    expect(await store.read('d6')).toBeDefined();
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
