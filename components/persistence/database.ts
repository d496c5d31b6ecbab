/** What IndexedDB's requests are as promises. All of them reject where the browser refuses. */

/** A browser that has not opened a database after this long is taken to refuse it. */
const PATIENCE_MS = 5000;

export function openDatabase(
  name: string,
  version: number,
  build: (database: IDBDatabase) => void,
): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const late = setTimeout(() => reject(new Error(`IndexedDB did not open ${name}`)), PATIENCE_MS);
    const request = indexedDB.open(name, version);
    request.onupgradeneeded = () => build(request.result);
    settled(request)
      .then(resolve, reject)
      .finally(() => clearTimeout(late));
  });
}

export function settled<Result>(request: IDBRequest<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('IndexedDB failed'));
  });
}

/** When everything of the transaction is written; some browsers find only then that there is no room. */
export function finished(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error ?? new Error('IndexedDB failed'));
  });
}
