import type { DBSchema } from 'idb';
import { Database } from './database';
import type { KeptDraft } from './keptDraft';
import type { DraftStorage } from './draftStorage';

/**
 * Drafts in IndexedDB. They have a database of their own: one that was shared with the history would have to be changed,
 * and could not be while a page of an earlier release is still open.
 */

interface DraftSchema extends DBSchema {
  /** An earlier release may have written something else. */
  drafts: { key: string; value: unknown; indexes: { savedAt: number } };
}

export class IndexedDraftStorage implements DraftStorage {
  private readonly database = new Database<DraftSchema>('asyground-drafts', (database) =>
    database.createObjectStore('drafts', { keyPath: 'id' }).createIndex('savedAt', 'savedAt'),
  );

  async get(id: string): Promise<unknown> {
    return (await this.database.open()).get('drafts', id);
  }

  async newest(): Promise<unknown> {
    const { store } = (await this.database.open()).transaction('drafts');
    return (await store.index('savedAt').openCursor(null, 'prev'))?.value;
  }

  async all(): Promise<readonly unknown[]> {
    return (await this.database.open()).getAll('drafts');
  }

  async put(record: KeptDraft): Promise<void> {
    await (await this.database.open()).put('drafts', record);
  }

  async update(id: string, change: (record: unknown) => KeptDraft | undefined): Promise<void> {
    const transaction = (await this.database.open()).transaction('drafts', 'readwrite');
    const changed = change(await transaction.store.get(id));
    // Both, so that neither is left without somebody who hears of its failure.
    await Promise.all([changed && transaction.store.put(changed), transaction.done]);
  }

  async remove(id: string): Promise<void> {
    await (await this.database.open()).delete('drafts', id);
  }
}
