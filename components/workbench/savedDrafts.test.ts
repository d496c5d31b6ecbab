import { beforeEach, expect, it } from 'vitest';
import { draftOf } from '@/components/model/draft';
import type { Claims } from '@/components/persistence/claims';
import { DraftStore } from '@/components/persistence/draftStore';
import { MemoryDraftStorage } from '@/components/persistence/testing/memoryDraftStorage';
import { Drafts } from './drafts';
import { Gateway } from './gateway';
import { SavedDrafts } from './savedDrafts';

let gateway: Gateway;
let saved: SavedDrafts;
let store: DraftStore;
/** Drafts that another page has open. */
let elsewhere: Set<string>;

const titles = async () => (await saved.list()).map(({ kept, isOpen }) => [kept.name ?? kept.id, isOpen]);
const one = async (id: string) => {
  const found = (await saved.list()).find(({ kept }) => kept.id === id);
  if (found === undefined) throw new Error(`no ${id}`);
  return found;
};

beforeEach(async () => {
  gateway = new Gateway(
    { code: 'x' },
    false,
    () => '',
    () => 0,
  );
  elsewhere = new Set();
  store = new DraftStore(new MemoryDraftStorage());
  const claims: Claims = {
    claim: async (id) => !elsewhere.has(id),
    letGo: () => undefined,
    openElsewhere: async () => elsewhere,
    release: () => undefined,
  };
  const history = { record: async () => true } as unknown as ConstructorParameters<typeof Drafts>[0]['history'];
  const versions = {} as ConstructorParameters<typeof Drafts>[0]['versions'];
  const drafts = new Drafts({ gateway, versions, history, render: () => undefined });
  saved = new SavedDrafts(drafts, gateway, { store, claims });
  await store.write(draftOf('a', 'draw(a);'), 1);
  await store.write(draftOf('b', 'draw(b);'), 2);
  await store.write(draftOf('blank', ' '), 3);
});

it('lists the newest first, without empty ones, and says where each is open', async () => {
  gateway.openDraft(draftOf('a', 'draw(a);'));
  elsewhere.add('b');
  expect(await titles()).toEqual([
    ['b', 'elsewhere'],
    ['a', 'here'],
  ]);
});

it('renames, also the one that is open', async () => {
  gateway.openDraft(draftOf('a', 'draw(a);'));
  await saved.rename(await one('a'), 'Mine');
  await saved.rename(await one('b'), 'Other');
  expect(await titles()).toEqual([
    ['Other', undefined],
    ['Mine', 'here'],
  ]);
  expect(gateway.state.draft.name).toBe('Mine');
});

it('deletes, and brings back by Undo', async () => {
  await saved.remove(await one('b'));
  expect(await titles()).toEqual([['a', undefined]]);
  gateway.layout.act(gateway.state.notices.at(-1)?.id ?? '');
  await expect.poll(titles).toEqual([
    ['b', undefined],
    ['a', undefined],
  ]);
});

it('opens again, and as a copy where another page has it open', async () => {
  await saved.open(await one('a'));
  expect(gateway.state.draft).toMatchObject({ id: 'a' });
  elsewhere.add('b');
  await saved.open(await one('b'));
  expect(gateway.state.draft.id).not.toBe('b');
  expect(gateway.state.draft.files[0]?.contents).toBe('draw(b);');
});
