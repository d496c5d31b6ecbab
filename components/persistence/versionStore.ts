import type { DBSchema } from 'idb';
import { bytesOf, surplus, versionSchema, type Version } from '@/components/model/version';
import { Database } from './database';
import { isFull } from './draftStorage';

/** The history of this browser, in IndexedDB. A browser that refuses it has an empty history and loses nothing else. */

const MAX_VERSIONS = 300;
const MAX_BYTES = 128 * 1024 * 1024;

interface VersionDatabase extends DBSchema {
  /** An earlier release may have written something else. */
  versions: { key: string; value: unknown };
}

export class VersionStore {
  private readonly listeners = new Set<() => void>();
  private readonly database = new Database<VersionDatabase>('asyground', (database) => {
    database.createObjectStore('versions', { keyPath: 'id' });
  });
  /** What this page has added since all of them were last looked at. */
  private addedBytes = Infinity;

  /** If there is no room, older ones go first. */
  async add(version: Version): Promise<void> {
    const count = await this.put(version).catch(async (error: unknown) => {
      if (!isFull(error) || !(await this.makeRoom())) throw error;
      return this.put(version);
    });
    this.addedBytes += bytesOf(version);
    // Reading all of them, with their data files, is worth it only where some may have to go.
    if (count > MAX_VERSIONS || this.addedBytes > MAX_BYTES / 8) {
      await this.forget(surplus(await this.list(), MAX_VERSIONS, MAX_BYTES));
      this.addedBytes = 0;
    }
    this.tell();
  }

  /** Lets the older half go of those that nobody saved or named. False if there is none. */
  async makeRoom(): Promise<boolean> {
    const loose = (await this.list()).filter(({ isKept }) => !isKept);
    await this.forget(loose.slice(Math.floor(loose.length / 2)));
    this.tell();
    return loose.length > 0;
  }

  async remove(id: string): Promise<void> {
    await (await this.database.open()).delete('versions', id);
    this.tell();
  }

  /** The newest first. What cannot be read is left out. */
  async list(): Promise<Version[]> {
    const all = await (await this.database.open()).getAll('versions');
    return all.flatMap((one) => versionSchema.safeParse(one).data ?? []).sort((a, b) => b.at - a.at);
  }

  /** Called after each change of this page. Returns what ends that. */
  onChange(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** How many there are now. */
  private async put(version: Version): Promise<number> {
    const transaction = (await this.database.open()).transaction('versions', 'readwrite');
    const [, count] = await Promise.all([
      transaction.store.put(version),
      transaction.store.count(),
      // Some browsers find only at the end that there is no room.
      transaction.done,
    ]);
    return count;
  }

  private async forget(versions: readonly Version[]): Promise<void> {
    const database = await this.database.open();
    for (const { id } of versions) await database.delete('versions', id);
  }

  private tell(): void {
    this.listeners.forEach((listener) => listener());
  }
}
