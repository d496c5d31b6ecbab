import { beforeEach, describe, expect, it } from 'vitest';
import { draftOf } from '@/components/model/draft';
import { memoryStorage } from '@/components/lib/testing/memoryStorage';
import { DraftStore } from './draftStore';
import { findDraft } from './findDraft';
import { Journal } from './journal';
import { MemoryDraftStorage } from './testing/memoryDraftStorage';

const NONE = () => false;

let records: MemoryDraftStorage;
let store: DraftStore;
let journal: Journal;

beforeEach(() => {
  records = new MemoryDraftStorage();
  store = new DraftStore(records);
  journal = new Journal(memoryStorage());
});

describe('the draft of an earlier visit', () => {
  it('is that of the page, or else the newest', async () => {
    expect(await findDraft(store, journal, 'one')).toBeUndefined();
    await store.write(draftOf('one', '1'), 1);
    await store.write(draftOf('two', '2'), 2);
    expect(await findDraft(store, journal, 'one')).toMatchObject({ kept: { id: 'one' }, isOwn: true, isStored: true });
    expect(await findDraft(store, journal, 'gone')).toMatchObject({ kept: { id: 'two' }, isOwn: false });
    expect(await findDraft(store, journal, undefined)).toMatchObject({ kept: { id: 'two' }, isOwn: false });
  });

  it('is what was noted when the page was left', async () => {
    await store.write(draftOf('one', 'written'), 1);
    journal.write(draftOf('one', 'noted'), 2, NONE);
    const found = await findDraft(store, journal, 'one');
    expect(found?.kept.files[0]?.contents).toBe('noted');
    expect(journal.entries()).toEqual([]);
  });

  it('is there once after a release that kept all of them in the small store', async () => {
    for (let number = 1; number <= 4; number += 1) journal.write(draftOf(`d${number}`, `${number}`), number, NONE);
    expect(await findDraft(store, journal, 'd2')).toMatchObject({ kept: { id: 'd2' }, isOwn: true });
    expect(journal.entries()).toEqual([]);
    expect(await records.idsOldestFirst()).toEqual(['d1', 'd2', 'd3', 'd4']);
  });

  it('stays in the journal where the database refuses', async () => {
    records.isRefusing = true;
    journal.write(draftOf('one', '1'), 1, NONE);
    journal.write(draftOf('two', '2'), 2, NONE);
    expect(await findDraft(store, journal, 'one')).toMatchObject({ kept: { id: 'one' }, isOwn: true, isStored: false });
    expect(await findDraft(store, journal, undefined)).toMatchObject({ kept: { id: 'two' }, isOwn: false });
    expect(journal.entries()).toHaveLength(2);
  });

  it('stays in the journal where the database has no room, and wins over what is older there', async () => {
    const small = new DraftStore(new MemoryDraftStorage(5));
    await small.write(draftOf('one', 'a'), 1);
    await small.write(draftOf('two', 'b'), 2);
    journal.write(draftOf('one', 'noted'), 3, NONE);
    const found = await findDraft(small, journal, 'one');
    expect(found).toMatchObject({ isOwn: true, isStored: false, kept: { files: [{ contents: 'noted' }] } });
    expect(await findDraft(small, journal, 'two')).toMatchObject({ kept: { id: 'two' }, isOwn: true, isStored: true });
  });
});
