import { describe, expect, it } from 'vitest';
import { memoryStorage } from '@/components/lib/testing/memoryStorage';
import { MAX_HISTORY, readHistory, withLine, writeHistory } from './lineHistory';

describe('the history of the shell', () => {
  it('comes back', () => {
    const store = memoryStorage();
    writeHistory(store, withLine(withLine([], 'a'), 'b'));
    expect(readHistory(store)).toEqual(['a', 'b']);
  });

  it('has no blank lines, no line twice in a row, and an end', () => {
    expect(withLine(['a'], 'a')).toEqual(['a']);
    expect(withLine(['a'], '  ')).toEqual(['a']);
    const full = Array.from({ length: MAX_HISTORY }, (_, at) => `${at}`);
    expect(withLine(full, 'new')).toHaveLength(MAX_HISTORY);
    expect(withLine(full, 'new').at(-1)).toBe('new');
  });

  it.each(['nonsense', '{}', '[1]'])('is empty where %j was kept, and may be impossible to keep', (text) => {
    expect(readHistory({ ...memoryStorage(), getItem: () => text })).toEqual([]);
    expect(() => writeHistory(memoryStorage(0), ['a'])).not.toThrow();
  });
});
