import type { KeyValueStore } from '@/components/lib/browserStorage';

/** Which draft is that of this page, in the storage that belongs to the page. */
const KEY = 'asyground.draft';

/** The draft that this page had open before it was loaded anew. */
export function ownDraftId(pageStorage: KeyValueStore): string | undefined {
  return pageStorage.getItem(KEY) ?? undefined;
}

export function rememberOwnDraft(pageStorage: KeyValueStore, id: string): void {
  try {
    pageStorage.setItem(KEY, id);
  } catch {
    // Without it the next visit begins with what was saved last, which is nearly always the same.
  }
}
