import { openDB, type DBSchema, type IDBPDatabase, type OpenDBCallbacks } from 'idb';

/** A browser that has not opened a database after this long is taken to refuse it. */
const PATIENCE_MS = 5000;

/** A database of this browser, opened when it is first needed. Rejects where the browser refuses it. */
export class Database<Schema extends DBSchema> {
  private opening: Promise<IDBPDatabase<Schema>> | undefined;

  constructor(
    private readonly name: string,
    private readonly upgrade: OpenDBCallbacks<Schema>['upgrade'],
  ) {}

  open(): Promise<IDBPDatabase<Schema>> {
    this.opening ??= this.openSoon();
    return this.opening;
  }

  private openSoon(): Promise<IDBPDatabase<Schema>> {
    // The person may clear the site's data while the page is open: the next call opens it anew.
    const opened = openDB<Schema>(this.name, 1, {
      upgrade: this.upgrade,
      terminated: () => (this.opening = undefined),
    });
    return new Promise((resolve, reject) => {
      const late = setTimeout(() => reject(new Error(`IndexedDB did not open ${this.name}`)), PATIENCE_MS);
      opened.then(resolve, reject).finally(() => clearTimeout(late));
    });
  }
}
