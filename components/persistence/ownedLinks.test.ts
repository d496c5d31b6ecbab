import { describe, expect, it } from 'vitest';
import { memoryStorage } from '@/components/lib/testing/memoryStorage';
import { forgetLink, linkOfDraft, ownedLinks, rememberLink, type OwnedLink } from './ownedLinks';

const link = (id: string, draft = id): OwnedLink => ({ id, draft, token: `t-${id}`, title: id, url: `/s/${id}` });

describe('links of this browser', () => {
  it('are kept with their tokens, the newest first, each once', () => {
    const store = memoryStorage();
    for (const id of ['a', 'b', 'a']) expect(rememberLink(store, link(id))).toBe(true);
    expect(ownedLinks(store).map(({ id }) => id)).toEqual(['a', 'b']);
    expect(linkOfDraft(store, 'b')?.token).toBe('t-b');
    forgetLink(store, 'a');
    expect(linkOfDraft(store, 'a')).toBeUndefined();
  });

  it('are none where what is kept cannot be read', () => {
    const store = memoryStorage();
    store.setItem('asyground.links', '{"no": "list"');
    expect(ownedLinks(store)).toEqual([]);
  });
});
