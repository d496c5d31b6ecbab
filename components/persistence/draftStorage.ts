import type { KeptDraft } from './keptDraft';

/**
 * Where drafts lie, one record each, under its id. Every call is whole or not at all, and rejects where the browser
 * refuses, with a `QuotaExceededError` where it has no room.
 */
export interface DraftStorage {
  get(id: string): Promise<unknown>;
  /** The one with the highest `savedAt`. */
  newest(): Promise<unknown>;
  all(): Promise<readonly unknown[]>;
  put(record: KeptDraft): Promise<void>;
  /** Puts what `change` makes of the record that is there; nothing in between. Undefined leaves it as it is. */
  update(id: string, change: (record: unknown) => KeptDraft | undefined): Promise<void>;
  remove(id: string): Promise<void>;
}

export function isFull(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'QuotaExceededError';
}
