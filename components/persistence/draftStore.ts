import type { Draft } from '@/components/model/draft';
import { resolveEntry, type JournalEntry } from './journal';
import { asKeptDraft, type KeptDraft } from './keptDraft';
import { isFull, type DraftStorage } from './draftStorage';

/** The drafts of this browser: a certain number of them, the oldest go. */

/** Older ones go; what was worth it is in the history. */
export const MAX_DRAFTS = 100;
/** These stay even if there is no room for a new one. */
const SAFE_DRAFTS = 3;

type Written = 'kept' | 'full' | 'refused';

export class DraftStore {
  private readonly written = new Set<string>();

  constructor(private readonly records: DraftStorage) {}

  async read(id: string): Promise<KeptDraft | undefined> {
    return asKeptDraft(await this.records.get(id));
  }

  /** Saved last, by whichever page. */
  async newest(): Promise<KeptDraft | undefined> {
    return asKeptDraft(await this.records.newest());
  }

  /** The newest first. What cannot be read is left out. */
  async list(): Promise<KeptDraft[]> {
    return (await this.records.all()).flatMap((one) => asKeptDraft(one) ?? []).sort((a, b) => b.savedAt - a.savedAt);
  }

  /** Rejects where the browser refuses, like `remove` and `putBack`. */
  async rename(id: string, name: string | undefined): Promise<void> {
    await this.records.update(id, (record) => {
      const kept = asKeptDraft(record);
      return kept && { ...kept, name };
    });
  }

  async remove(id: string): Promise<void> {
    await this.records.remove(id);
  }

  /** As it was when it was removed. */
  async putBack(kept: KeptDraft): Promise<void> {
    await this.records.put(kept);
  }

  async write(draft: Draft, savedAt: number): Promise<Written> {
    const record = { ...draft, savedAt };
    try {
      await this.records.put(record).catch(async (error: unknown) => {
        if (!isFull(error)) throw error;
        await this.forgetOldest(SAFE_DRAFTS, draft.id);
        await this.records.put(record);
      });
      if (!this.written.has(draft.id)) await this.forgetOldest(MAX_DRAFTS - 1, draft.id);
    } catch (error) {
      return isFull(error) ? 'full' : 'refused';
    }
    this.written.add(draft.id);
    return 'kept';
  }

  /** What a page could only write into the journal comes here, unless something newer is here already. */
  async takeOver(entry: JournalEntry): Promise<void> {
    await this.records.update(entry.id, (record) => {
      const kept = asKeptDraft(record);
      return kept !== undefined && kept.savedAt > entry.savedAt ? undefined : resolveEntry(entry, kept);
    });
  }

  /** So many stay beside the one with this id. */
  private async forgetOldest(count: number, id: string): Promise<void> {
    const others = (await this.records.idsOldestFirst()).filter((other) => other !== id);
    for (const other of others.slice(0, Math.max(0, others.length - count))) await this.records.remove(other);
  }
}
