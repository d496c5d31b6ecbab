import { z } from 'zod';
import type { KeyValueStore } from '@/components/lib/browserStorage';

/** The lines of this and earlier visits, the oldest first. */

const KEY = 'asyground.shellHistory';
export const MAX_HISTORY = 500;

const historySchema = z.array(z.string());

export function readHistory(store: KeyValueStore): readonly string[] {
  try {
    return historySchema.parse(JSON.parse(store.getItem(KEY) ?? '[]')).slice(-MAX_HISTORY);
  } catch {
    return [];
  }
}

/** Neither blank lines nor the same line twice in a row. */
export function withLine(history: readonly string[], line: string): readonly string[] {
  if (line.trim() === '' || history.at(-1) === line) return history;
  return [...history, line].slice(-MAX_HISTORY);
}

/** What cannot be kept is still there until the page is left. */
export function writeHistory(store: KeyValueStore, history: readonly string[]): void {
  try {
    store.setItem(KEY, JSON.stringify(history));
  } catch {
    return;
  }
}
