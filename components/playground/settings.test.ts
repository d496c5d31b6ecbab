import { describe, expect, it } from 'vitest';
import { DEFAULT_LAYOUT, DEFAULT_SETTINGS, readLayout, readSettings, writeSettings } from './settings';

function storeOf(text?: string) {
  const values = new Map<string, string>();
  return {
    getItem: (key: string) => text ?? values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
  };
}

describe('what the person has chosen', () => {
  it('comes back', () => {
    const store = storeOf();
    writeSettings(store, { ...DEFAULT_SETTINGS, format: 'png', durationSeconds: 10, isLive: false });
    expect(readSettings(store)).toEqual({ ...DEFAULT_SETTINGS, format: 'png', durationSeconds: 10, isLive: false });
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
    const full = {
      getItem: () => null,
      setItem: () => {
        throw new Error('full');
      },
    };
    expect(() => writeSettings(full, DEFAULT_SETTINGS)).not.toThrow();
  });
});
