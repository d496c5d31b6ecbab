import type { KeyValueStore } from '@/components/lib/browserStorage';

/** A store for tests, with room for so many characters. */
export function memoryStorage(room = Infinity): KeyValueStore {
  const values = new Map<string, string>();
  return {
    getItem: (key) => values.get(key) ?? null,
    setItem(key, value) {
      const others = [...values].filter(([other]) => other !== key).reduce((sum, [, text]) => sum + text.length, 0);
      if (others + value.length > room) throw new DOMException('full', 'QuotaExceededError');
      values.set(key, value);
    },
    removeItem: (key) => void values.delete(key),
    keys: () => [...values.keys()],
  };
}
