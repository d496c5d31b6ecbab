import { surplus, versionSchema, type Version } from './version';

/** The history of this browser, in IndexedDB. A browser that refuses it has an empty history and loses nothing else. */

const DATABASE = 'asyground';
const STORE = 'versions';
const MAX_VERSIONS = 100;

export class VersionStore {
  #database: Promise<IDBDatabase> | undefined;

  async add(version: Version): Promise<void> {
    await this.#do('readwrite', (store) => store.put(version));
    for (const { id } of surplus(await this.list(), MAX_VERSIONS)) await this.remove(id);
  }

  async remove(id: string): Promise<void> {
    await this.#do('readwrite', (store) => store.delete(id));
  }

  /** The newest first. What cannot be read is left out. */
  async list(): Promise<Version[]> {
    const all = await this.#do('readonly', (store) => store.getAll());
    return all.flatMap((one) => versionSchema.safeParse(one).data ?? []).sort((a, b) => b.at - a.at);
  }

  async #do<Result>(mode: IDBTransactionMode, act: (store: IDBObjectStore) => IDBRequest<Result>): Promise<Result> {
    this.#database ??= open();
    const database = await this.#database;
    return settled(act(database.transaction(STORE, mode).objectStore(STORE)));
  }
}

function open(): Promise<IDBDatabase> {
  const request = indexedDB.open(DATABASE, 1);
  request.onupgradeneeded = () => request.result.createObjectStore(STORE, { keyPath: 'id' });
  return settled(request);
}

function settled<Result>(request: IDBRequest<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('IndexedDB failed'));
  });
}
