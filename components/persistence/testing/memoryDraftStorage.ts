import { asKeptDraft, type KeptDraft } from '@/components/persistence/keptDraft';
import type { DraftStorage } from '@/components/persistence/draftStorage';

/** IndexedDB as far as drafts use it: copies in and out, room for so many bytes, and refusal where it is asked for. */
export class MemoryDraftStorage implements DraftStorage {
  readonly records = new Map<string, unknown>();
  isRefusing = false;

  constructor(public roomBytes = Infinity) {}

  async get(id: string): Promise<unknown> {
    this.check();
    return structuredClone(this.records.get(id));
  }

  async newest(): Promise<unknown> {
    return this.get((await this.idsOldestFirst()).at(-1) ?? '');
  }

  async all(): Promise<readonly unknown[]> {
    this.check();
    return [...this.records.values()].map((record) => structuredClone(record));
  }

  async idsOldestFirst(): Promise<readonly string[]> {
    this.check();
    return [...this.records.values()]
      .flatMap((record) => asKeptDraft(record) ?? [])
      .sort((a, b) => a.savedAt - b.savedAt)
      .map(({ id }) => id);
  }

  async put(record: KeptDraft): Promise<void> {
    this.check();
    const others = [...this.records.entries()].filter(([id]) => id !== record.id).map(([, other]) => bytesOf(other));
    if (bytesOf(record) + others.reduce((sum, bytes) => sum + bytes, 0) > this.roomBytes)
      throw new DOMException('full', 'QuotaExceededError');
    this.records.set(record.id, structuredClone(record));
  }

  async update(id: string, change: (record: unknown) => KeptDraft | undefined): Promise<void> {
    const changed = change(await this.get(id));
    if (changed !== undefined) await this.put(changed);
  }

  async remove(id: string): Promise<void> {
    this.check();
    this.records.delete(id);
  }

  private check(): void {
    if (this.isRefusing) throw new DOMException('not here', 'InvalidStateError');
  }
}

function bytesOf(record: unknown): number {
  return (asKeptDraft(record)?.files ?? []).reduce((sum, { contents }) => sum + contents.length, 0);
}
