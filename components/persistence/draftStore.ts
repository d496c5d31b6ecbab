import type { Draft } from '@/components/model/draft';
import { resolveEntry, type JournalEntry } from './journal';
import { asKeptDraft, type KeptDraft } from './keptDraft';
import { isFull, type DraftStorage } from './draftStorage';

/** The drafts of this browser. None goes unless the person deletes it: where there is no room, that is told. */

type Written = 'kept' | 'full' | 'refused';

export class DraftStore {
  constructor(
    private readonly records: DraftStorage,
    /** Lets go of something that is worth less than a draft; false if there is nothing. */
    private readonly makeRoom: () => Promise<boolean> = async () => false,
  ) {}

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
      await this.records.put(record);
      return 'kept';
    } catch (error) {
      if (!isFull(error)) return 'refused';
      const hasRoom = await this.makeRoom().catch(() => false);
      return hasRoom ? this.write(draft, savedAt) : 'full';
    }
  }

  /** What a page could only write into the journal comes here, unless something newer is here already. */
  async takeOver(entry: JournalEntry): Promise<void> {
    await this.records.update(entry.id, (record) => {
      const kept = asKeptDraft(record);
      return kept !== undefined && kept.savedAt > entry.savedAt ? undefined : resolveEntry(entry, kept);
    });
  }
}
