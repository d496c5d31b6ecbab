import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { draftOf } from './draft';
import { latestDraft, readDraft, writeDraft } from './draftStorage';
import { memoryStorage } from './testing/memoryStorage';

describe('a kept draft', () => {
  it('comes back as it was, text and bytes', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.uint8Array(), (text, bytes) => {
        const store = memoryStorage();
        const draft = draftOf('d', text);
        const kept = { ...draft, files: [...draft.files, { name: 'data.png', contents: bytes }] };
        expect(writeDraft(store, kept, 1)).toBe(true);
        expect(readDraft(store, 'd')).toEqual(kept);
      }),
    );
  });

  it.each([
    '',
    '{}',
    'null',
    '{"id":"d","savedAt":1,"files":[],"main":"m","active":"m"}',
    '{"id":"d","savedAt":1,"files":[{"name":"a.asy","text":""}],"main":"b.asy","active":"a.asy"}',
  ])('is none where %j was kept', (text) => {
    const store = memoryStorage();
    store.setItem('asyground.draft.d', text);
    expect(readDraft(store, 'd')).toBeUndefined();
    expect(latestDraft(store)).toBeUndefined();
  });

  it('does not write over that of another page', () => {
    const store = memoryStorage();
    writeDraft(store, draftOf('one', '1'), 1);
    writeDraft(store, draftOf('two', '2'), 3);
    writeDraft(store, draftOf('one', '11'), 2);
    expect(readDraft(store, 'one')?.files[0]?.contents).toBe('11');
    expect(latestDraft(store)?.id).toBe('two');
  });

  it('makes the oldest go when there are too many, or no room', () => {
    const store = memoryStorage(2000);
    for (let number = 0; number < 40; number += 1) {
      expect(writeDraft(store, draftOf(`d${number}`, 'x'.repeat(100)), number)).toBe(true);
    }
    expect(readDraft(store, 'd39')).toBeDefined();
    expect(readDraft(store, 'd0')).toBeUndefined();
    expect(store.keys().length).toBeLessThanOrEqual(20);
  });

  it('tells when there is no room at all', () => {
    expect(writeDraft(memoryStorage(10), draftOf('d', 'x'), 1)).toBe(false);
  });
});
