import type { DBSchema } from 'idb';
import { surplus, versionSchema, type Version } from '@/components/model/version';
import { Database } from './database';

/** The history of this browser, in IndexedDB. A browser that refuses it has an empty history and loses nothing else. */

const MAX_VERSIONS = 100;

interface VersionDatabase extends DBSchema {
  /** An earlier release may have written something else. */
  versions: { key: string; value: unknown };
}

export class VersionStore {
  private readonly listeners = new Set<() => void>();
  private readonly database = new Database<VersionDatabase>('asyground', (database) => {
    database.createObjectStore('versions', { keyPath: 'id' });
  });

  async add(version: Version): Promise<void> {
    const transaction = (await this.database.open()).transaction('versions', 'readwrite');
    const [, count] = await Promise.all([
      transaction.store.put(version),
      transaction.store.count(),
      // Some browsers find only at the end that there is no room.
      transaction.done,
    ]);
    // Reading all of them, with their data files, is worth it only where some must go.
    if (count > MAX_VERSIONS) for (const { id } of surplus(await this.list(), MAX_VERSIONS)) await this.remove(id);
    this.tell();
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

  private tell(): void {
    this.listeners.forEach((listener) => listener());
  }
}
