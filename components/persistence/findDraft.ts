import type { DraftStore } from './draftStore';
import { resolveEntry, type Journal, type JournalEntry } from './journal';
import type { KeptDraft } from './keptDraft';

/** What an earlier visit left: the draft of this very page, or else what was saved last by whichever one. */

interface FoundDraft {
  readonly kept: KeptDraft;
  readonly isOwn: boolean;
  /** Otherwise only the journal has it. */
  readonly isStored: boolean;
}

export async function findDraft(
  store: DraftStore,
  journal: Journal,
  ownId: string | undefined,
): Promise<FoundDraft | undefined> {
  const left = await takeOver(store, journal);
  const isOwn = ({ id }: { readonly id: string }) => id === ownId;
  const stored = ownId === undefined ? undefined : await store.read(ownId).catch(() => undefined);
  const own = newer(stored, left.find(isOwn));
  if (own !== undefined) return { kept: own, isOwn: true, isStored: own === stored };
  const newest = await store.newest().catch(() => undefined);
  const kept = newer(newest, left[0]);
  return kept && { kept, isOwn: false, isStored: kept === newest };
}

/** Returns what the database did not take, the newest first: it stays in the journal. */
async function takeOver(store: DraftStore, journal: Journal): Promise<JournalEntry[]> {
  const left: JournalEntry[] = [];
  // The newest is written even if there is no room for all.
  for (const entry of journal.entries().sort((a, b) => b.savedAt - a.savedAt)) {
    try {
      await store.takeOver(entry);
      journal.remove(entry.id, entry.savedAt);
    } catch {
      left.push(entry);
    }
  }
  return left;
}

function newer(stored: KeptDraft | undefined, noted: JournalEntry | undefined): KeptDraft | undefined {
  if (noted === undefined || (stored !== undefined && stored.savedAt > noted.savedAt)) return stored;
  return resolveEntry(noted, stored?.id === noted.id ? stored : undefined) ?? stored;
}
