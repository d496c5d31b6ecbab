import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { draftOf } from '@/components/model/draft';
import { memoryStorage } from '@/components/lib/testing/memoryStorage';
import { Journal, resolveEntry } from './journal';

const NONE = () => false;
const draft = draftOf('d', 'x');
const withData = (bytes: Uint8Array) => ({ ...draft, files: [...draft.files, { name: 'data.png', contents: bytes }] });

describe('the journal', () => {
  it('gives back what was noted, text and bytes', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.uint8Array(), (text, bytes) => {
        const journal = new Journal(memoryStorage());
        const noted = {
          ...draftOf('d', text),
          files: [...draftOf('d', text).files, { name: 'a.png', contents: bytes }],
        };
        expect(journal.write(noted, 1, NONE)).toBe('all');
        expect(journal.entries().map((entry) => resolveEntry(entry, undefined))).toEqual([{ ...noted, savedAt: 1 }]);
      }),
    );
  });

  it('only names what the database has', () => {
    const store = memoryStorage(300);
    const journal = new Journal(store);
    const bytes = new Uint8Array(4 * 1024 * 1024).fill(7);
    expect(journal.write(withData(bytes), 2, ({ name }) => name === 'data.png')).toBe('all');
    const [entry] = journal.entries();
    const kept = { ...withData(bytes), savedAt: 1 };
    expect(entry && resolveEntry(entry, kept)?.files[1]?.contents).toBe(bytes);
    expect(entry && resolveEntry(entry, undefined)?.files).toEqual(draft.files);
  });

  it('leaves new data out where it does not fit, and tells', () => {
    const journal = new Journal(memoryStorage(300));
    expect(journal.write(withData(new Uint8Array(1000)), 1, NONE)).toBe('part');
    expect(journal.entries()[0]?.files).toEqual([{ name: 'main.asy', text: 'x' }]);
    expect(new Journal(memoryStorage()).write(withData(new Uint8Array(1024 * 1024)), 1, NONE)).toBe('part');
    expect(new Journal(memoryStorage(10)).write(draft, 1, NONE)).toBe('nothing');
  });

  it('keeps what was noted after the database had written', () => {
    const journal = new Journal(memoryStorage());
    journal.write(draft, 5, NONE);
    journal.remove('d', 4);
    expect(journal.entries()).toHaveLength(1);
    journal.remove('d', 5);
    expect(journal.entries()).toEqual([]);
  });

  it.each(['', '{}', 'null', '{"id":"d","savedAt":1,"files":[],"main":"m","active":"m"}'])(
    'is empty where %j was kept',
    (text) => {
      const store = memoryStorage();
      store.setItem('asyground.draft.d', text);
      expect(new Journal(store).entries()).toEqual([]);
    },
  );

  it('gives nothing that could not be opened', () => {
    const entry = { id: 'd', savedAt: 1, files: [{ name: 'a.asy', text: '' }], main: 'b.asy', active: 'a.asy' };
    expect(resolveEntry(entry, undefined)).toBeUndefined();
  });
});
