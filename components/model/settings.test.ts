import { describe, expect, it } from 'vitest';
import { memoryStorage } from '@/components/lib/testing/memoryStorage';
import { DEFAULT_LAYOUT, DEFAULT_SETTINGS, readLayout, readSettings, writeSettings } from './settings';

function storeOf(text: string) {
  return { ...memoryStorage(), getItem: () => text };
}

describe('what the person has chosen', () => {
  it('comes back', () => {
    const store = memoryStorage();
    writeSettings(store, { ...DEFAULT_SETTINGS, chosenFormat: 'png', durationSeconds: 10, isLive: false });
    expect(readSettings(store)).toEqual({
      ...DEFAULT_SETTINGS,
      chosenFormat: 'png',
      durationSeconds: 10,
      isLive: false,
    });
  });

  it.each(['', 'nonsense', 'null', '[]', '{"format":"bmp","split":500,"durationSeconds":7}'])(
    'is the default where %j was kept',
    (text) => {
      expect(readSettings(storeOf(text))).toEqual(DEFAULT_SETTINGS);
      expect(readLayout(storeOf(text))).toEqual(DEFAULT_LAYOUT);
    },
  );

  it('is not lost one by one', () => {
    expect(readLayout(storeOf('{"split":30,"drawerTab":"?"}'))).toEqual({ ...DEFAULT_LAYOUT, split: 30 });
  });

  it('may be impossible to keep', () => {
    expect(() => writeSettings(memoryStorage(0), DEFAULT_SETTINGS)).not.toThrow();
  });
});
