import { finished, openDatabase, settled } from './database';
import { surplus, versionSchema, type Version } from '@/components/model/version';

/** The history of this browser, in IndexedDB. A browser that refuses it has an empty history and loses nothing else. */

const DATABASE = 'asyground';
const STORE = 'versions';
const MAX_VERSIONS = 100;

export class VersionStore {
  private database: Promise<IDBDatabase> | undefined;

  async add(version: Version): Promise<void> {
    const store = await this.store('readwrite');
    store.put(version);
    const count = store.count();
    await finished(store.transaction);
    // Reading all of them, with their data files, is worth it only where some must go.
    if (count.result <= MAX_VERSIONS) return;
    for (const { id } of surplus(await this.list(), MAX_VERSIONS)) await this.remove(id);
  }

  async remove(id: string): Promise<void> {
    const store = await this.store('readwrite');
    store.delete(id);
    await finished(store.transaction);
  }

  /** The newest first. What cannot be read is left out. */
  async list(): Promise<Version[]> {
    const all = await settled((await this.store('readonly')).getAll());
    return all.flatMap((one) => versionSchema.safeParse(one).data ?? []).sort((a, b) => b.at - a.at);
  }

  private async store(mode: IDBTransactionMode): Promise<IDBObjectStore> {
    this.database ??= openDatabase(DATABASE, 1, (database) => database.createObjectStore(STORE, { keyPath: 'id' }));
    const database = await this.database;
    database.onclose = () => (this.database = undefined);
    return database.transaction(STORE, mode).objectStore(STORE);
  }
}
