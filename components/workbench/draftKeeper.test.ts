import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Gateway } from './gateway';
import { draftOf } from '@/components/model/draft';
import { memoryStorage } from '@/components/lib/testing/memoryStorage';
import type { Claims } from '@/components/persistence/claims';
import { DraftKeeper } from './draftKeeper';
import { DraftStore } from '@/components/persistence/draftStore';
import { Journal } from '@/components/persistence/journal';
import { MemoryDraftStorage } from '@/components/persistence/testing/memoryDraftStorage';

/** A browser with its stores; pages come and go in it. */
let records: MemoryDraftStorage;
let local: ReturnType<typeof memoryStorage>;
let claimed: Set<string>;

const ID_KEY = 'asyground.draft';
const within = () => vi.advanceTimersByTimeAsync(1000);

beforeEach(() => {
  vi.useFakeTimers();
  records = new MemoryDraftStorage();
  local = memoryStorage();
  claimed = new Set();
});
afterEach(() => vi.useRealTimers());

async function openPage(code: string, pageStorage = memoryStorage()) {
  const gateway = new Gateway(
    { code },
    false,
    () => '',
    () => 0,
  );
  const own: string[] = [];
  const claims: Claims = {
    async claim(id) {
      if (claimed.has(id) && !own.includes(id)) return false;
      claimed.add(id);
      own.push(id);
      return true;
    },
    letGo: (id) => void claimed.delete(id),
    openElsewhere: async () => new Set(claimed),
    release: () => own.forEach((id) => claimed.delete(id)),
  };
  let leave = (_isGoing: boolean) => true;
  const keeper = new DraftKeeper(gateway, {
    store: new DraftStore(records),
    journal: new Journal(local),
    pageStorage,
    claims,
    noteDraft: () => undefined,
    whenLeft: (keep) => {
      leave = keep;
      return () => undefined;
    },
  });
  const found = await keeper.find();
  if (found) gateway.openDraft(found);
  const close = keeper.open(gateway.state.draft);
  const type = (text: string) => gateway.draft.editText('main.asy', text);
  return {
    gateway,
    keeper,
    claims,
    pageStorage,
    type,
    close,
    leave: (isGoing = true) => leave(isGoing),
    text: () => textIn(gateway),
  };
}

function textIn({ state }: Gateway): unknown {
  return state.draft.files[0]?.contents;
}

describe('a draft', () => {
  it('is written within a second, and not before it is changed', async () => {
    const page = await openPage('welcome');
    page.leave();
    await within();
    expect(records.records.size).toBe(0);
    page.type('mine');
    expect(page.gateway.state.saving).toBe('unsaved');
    await within();
    expect(page.gateway.state.saving).toBe('saved');
    expect((await openPage('welcome', page.pageStorage)).text()).toBe('mine');
  });

  it('that changes while it is written is written again', async () => {
    const page = await openPage('');
    const { put } = MemoryDraftStorage.prototype;
    records.put = (record) => {
      records.put = put;
      page.type('ab');
      return records.put(record);
    };
    page.type('a');
    await page.keeper.save();
    expect(page.gateway.state.saving).toBe('unsaved');
    await within();
    expect(page.gateway.state.saving).toBe('saved');
    expect(await records.newest()).toMatchObject({ files: [{ contents: 'ab' }] });
  });

  it('is written when another one takes its place, by whichever way', async () => {
    const page = await openPage('');
    page.type('typed just now');
    const { id } = page.gateway.state.draft;
    page.gateway.openDraft(draftOf('other', 'an example'));
    page.type('an example, changed');
    page.gateway.goBack();
    page.gateway.wayBackTo(draftOf('third', 'a third'))();
    await within();
    expect(records.records.get(id)).toMatchObject({ files: [{ contents: 'typed just now' }] });
    expect(records.records.get('other')).toMatchObject({ files: [{ contents: 'an example, changed' }] });
    expect(page.gateway.state).toMatchObject({ draft: { id: 'third' }, saving: 'saved' });
    expect(page.pageStorage.getItem(ID_KEY)).toBe('third');
    expect([...claimed]).toEqual(['third']);
  });

  it('is settled before the page is left on purpose, and only if it was changed', async () => {
    const page = await openPage('welcome');
    await page.keeper.settle();
    expect(records.records.size).toBe(0);
    page.type('mine');
    await page.keeper.settle();
    expect(await records.newest()).toMatchObject({ files: [{ contents: 'mine' }] });
  });

  it('survives a page that ends before the database has written', async () => {
    const page = await openPage('');
    page.type('kept');
    await within();
    records.put = () => new Promise(() => undefined);
    page.type('in the middle of a wo');
    expect(page.leave()).toBe(true);
    const again = new MemoryDraftStorage();
    again.records.set(...([...records.records][0] ?? ['', {}]));
    records = again;
    claimed.clear();
    const next = await openPage('', page.pageStorage);
    expect(next.text()).toBe('in the middle of a wo');
    expect(next.gateway.state.draft.id).toBe(page.gateway.state.draft.id);
    expect(local.keys()).toEqual([]);
  });

  it('leaves nothing in the journal once it is written', async () => {
    const page = await openPage('');
    page.type('x');
    page.leave();
    expect(local.keys()).toHaveLength(1);
    await within();
    expect(local.keys()).toEqual([]);
  });

  it('with new data that the journal cannot hold is not left without a word', async () => {
    const page = await openPage('');
    const data = { name: 'data.png', contents: new Uint8Array(1024 * 1024) };
    page.gateway.change({ draft: { ...page.gateway.state.draft, files: [...page.gateway.state.draft.files, data] } });
    expect(page.leave()).toBe(false);
    await within();
    page.type('y');
    expect(page.leave()).toBe(true);
  });
});

describe('a second page', () => {
  it('begins with a copy', async () => {
    const one = await openPage('');
    one.type('1');
    await within();
    const two = await openPage('');
    expect(two.text()).toBe('1');
    two.type('2');
    await within();
    one.type('11');
    await within();
    claimed.clear();
    expect((await openPage('', one.pageStorage)).text()).toBe('11');
    expect((await openPage('', two.pageStorage)).text()).toBe('2');
  });

  it('that was duplicated begins with a copy too', async () => {
    const one = await openPage('');
    one.type('1');
    await within();
    const memory = memoryStorage();
    memory.setItem(ID_KEY, one.pageStorage.getItem(ID_KEY) ?? '');
    const two = await openPage('', memory);
    expect(two.text()).toBe('1');
    expect(two.gateway.state.draft.id).not.toBe(one.gateway.state.draft.id);
  });

  it('finds no id before the first has the draft', async () => {
    const one = await openPage('');
    let grant = (_isHeld: boolean) => {};
    one.claims.claim = () => new Promise((resolve) => (grant = resolve));
    one.type('1');
    one.leave(false);
    await within();
    expect(one.pageStorage.getItem(ID_KEY)).toBeNull();
    grant(true);
    await within();
    expect(one.pageStorage.getItem(ID_KEY)).toBe(one.gateway.state.draft.id);
  });

  it('that has the draft of the first leaves it its text', async () => {
    const one = await openPage('');
    const { id } = one.gateway.state.draft;
    one.claims.claim = async (asked) => asked !== id;
    records.records.set(id, { ...draftOf(id, 'of the second'), savedAt: 1 });
    one.type('of the first');
    await within();
    expect(records.records.get(id)).toMatchObject({ files: [{ contents: 'of the second' }] });
    expect(records.records.size).toBe(2);
    expect(one.gateway.state).toMatchObject({ saving: 'saved' });
    expect((await openPage('', one.pageStorage)).text()).toBe('of the first');
  });
});

describe('a browser that does not take it', () => {
  it('keeps it in the small store if it can', async () => {
    records.isRefusing = true;
    const page = await openPage('');
    page.type('x');
    await within();
    expect(page.gateway.state).toMatchObject({ saving: 'small' });
    expect(page.gateway.state.announcement).toContain('with limited space');
    claimed.clear();
    expect((await openPage('', page.pageStorage)).text()).toBe('x');
  });

  it.each([
    ['full', false],
    ['refused', true],
  ])('says %s, until it takes it again', async (saving, isRefusing) => {
    records = new MemoryDraftStorage(isRefusing ? Infinity : 0);
    records.isRefusing = isRefusing;
    local = memoryStorage(0);
    const page = await openPage('');
    page.type('x');
    await within();
    expect(page.gateway.state).toMatchObject({ saving });
    expect(page.gateway.state.announcement).toContain('Not saved');
    expect(page.leave()).toBe(false);
    records.isRefusing = false;
    records.put = async (record) => void records.records.set(record.id, record);
    page.type('xy');
    await within();
    expect(page.gateway.state.saving).toBe('saved');
  });
});
