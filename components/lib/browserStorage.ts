/** The part of the browser's storage that we use, so that tests bring their own. */
export interface KeyValueStore {
  getItem(key: string): string | null;
  /** Throws where there is no room. */
  setItem(key: string, value: string): void;
  removeItem(key: string): void;
  keys(): string[];
}

/** localStorage or sessionStorage; where the browser refuses them, a store that forgets and has no room. */
export function browserStorage(which: 'localStorage' | 'sessionStorage'): KeyValueStore {
  try {
    const storage = window[which];
    storage.getItem('');
    return {
      getItem: (key) => storage.getItem(key),
      setItem: (key, value) => storage.setItem(key, value),
      removeItem: (key) => storage.removeItem(key),
      keys: () => Object.keys(storage),
    };
  } catch {
    return {
      getItem: () => null,
      setItem: () => {
        throw new Error('this browser does not let pages keep anything');
      },
      removeItem: () => undefined,
      keys: () => [],
    };
  }
}
