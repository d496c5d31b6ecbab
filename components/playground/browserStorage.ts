import type { KeyValueStore } from './settings';

/** localStorage; where the browser refuses it, a store that forgets and says that it is full. */
export function browserStorage(): KeyValueStore {
  try {
    const storage = window.localStorage;
    storage.getItem('');
    return storage;
  } catch {
    return {
      getItem: () => null,
      setItem: () => {
        throw new Error('this browser does not let pages keep anything');
      },
    };
  }
}
