import { finished, openDatabase, settled } from './database';
import type { KeptDraft } from './keptDraft';
import type { DraftStorage } from './draftStorage';

/**
 * Drafts in IndexedDB. They have a database of their own: one that was shared with the history would have to be changed,
 * and could not be while a page of an earlier release is still open.
 */

const DATABASE = 'asyground-drafts';
const STORE = 'drafts';
const BY_AGE = 'savedAt';

export class IndexedDraftStorage implements DraftStorage {
  private database: Promise<IDBDatabase> | undefined;

  async get(id: string): Promise<unknown> {
    return settled((await this.store('readonly')).get(id));
  }

  async newest(): Promise<unknown> {
    const cursor = await settled((await this.store('readonly')).index(BY_AGE).openCursor(null, 'prev'));
    return cursor?.value;
  }

  async idsOldestFirst(): Promise<readonly string[]> {
    // The keys of an index come in its order; IndexedDB calls the records' own keys primary.
    return (await settled((await this.store('readonly')).index(BY_AGE).getAllKeys())).map(String);
  }

  async put(record: KeptDraft): Promise<void> {
    const store = await this.store('readwrite');
    store.put(record);
    await finished(store.transaction);
  }

  async update(id: string, change: (record: unknown) => KeptDraft | undefined): Promise<void> {
    const store = await this.store('readwrite');
    const request = store.get(id);
    request.onsuccess = () => {
      const changed = change(request.result);
      if (changed !== undefined) store.put(changed);
    };
    await finished(store.transaction);
  }

  async remove(id: string): Promise<void> {
    const store = await this.store('readwrite');
    store.delete(id);
    await finished(store.transaction);
  }

  private async store(mode: IDBTransactionMode): Promise<IDBObjectStore> {
    this.database ??= openDatabase(DATABASE, 1, (database) =>
      database.createObjectStore(STORE, { keyPath: 'id' }).createIndex(BY_AGE, BY_AGE),
    );
    const database = await this.database;
    // The person may have cleared the site's data while the page was open: the next call opens it anew.
    database.onclose = () => (this.database = undefined);
    return database.transaction(STORE, mode).objectStore(STORE);
  }
}
