import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { draftOf } from './draft';
import { readDraft, writeDraft } from './draftStorage';

function newStore() {
  const values = new Map<string, string>();
  return {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
  };
}

describe('a kept draft', () => {
  it('comes back as it was, text and bytes', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.uint8Array(), (text, bytes) => {
        const store = newStore();
        const draft = draftOf('d', text);
        const kept = { ...draft, files: [...draft.files, { name: 'data.png', contents: bytes }] };
        expect(writeDraft(store, kept)).toBe(true);
        expect(readDraft(store)).toEqual(kept);
      }),
    );
  });

  it.each([
    '',
    '{}',
    'null',
    '{"id":"a","files":[],"main":"m","active":"m"}',
    '{"id":"a","files":[{"name":"a.asy","text":""}],"main":"b.asy","active":"a.asy"}',
  ])('is none where %j was kept', (text) =>
    expect(readDraft({ getItem: () => text, setItem: () => {} })).toBeUndefined(),
  );

  it('tells when there is no room', () => {
    const full = {
      getItem: () => null,
      setItem: () => {
        throw new DOMException('full', 'QuotaExceededError');
      },
    };
    expect(writeDraft(full, draftOf('d', 'x'))).toBe(false);
  });
});
