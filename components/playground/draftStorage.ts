import { z } from 'zod';
import type { KeyValueStore } from './browserStorage';
import type { Draft, DraftFile } from './draft';

/**
 * Drafts as they are kept in this browser: each one text under its own key, so that it is there whole or not at all,
 * and so that two open pages do not write over each other. Bytes are written in base64.
 */

const PREFIX = 'asyground.draft.';
/** Older ones go; what was worth it is in the history. */
const MAX_DRAFTS = 20;
/** These stay even if there is no room for a new one. */
const SAFE_DRAFTS = 3;

const fileSchema = z.union([
  z.object({ name: z.string(), text: z.string() }),
  z.object({ name: z.string(), base64: z.string() }),
]);

const draftSchema = z
  .object({
    id: z.string(),
    savedAt: z.number(),
    files: z.array(fileSchema).min(1),
    main: z.string(),
    active: z.string(),
  })
  .refine(({ files, main, active }) => [main, active].every((name) => files.some((file) => file.name === name)));

interface KeptDraft {
  readonly draft: Draft;
  /** Milliseconds since 1970. */
  readonly savedAt: number;
}

export function readDraft(store: KeyValueStore, id: string): Draft | undefined {
  return read(store, `${PREFIX}${id}`)?.draft;
}

/** The one that was saved last, by whichever page. */
export function latestDraft(store: KeyValueStore): Draft | undefined {
  return newestFirst(store)[0]?.draft;
}

/** False if there is no room, even after the oldest drafts have gone. */
export function writeDraft(store: KeyValueStore, draft: Draft, now: number): boolean {
  const files = draft.files.map(({ name, contents }) =>
    typeof contents === 'string' ? { name, text: contents } : { name, base64: toBase64(contents) },
  );
  const text = JSON.stringify({ ...draft, files, savedAt: now });
  const isNew = store.getItem(`${PREFIX}${draft.id}`) === null;
  if (isNew) forgetOldest(store, MAX_DRAFTS - 1);
  if (set(store, `${PREFIX}${draft.id}`, text)) return true;
  forgetOldest(store, SAFE_DRAFTS);
  return set(store, `${PREFIX}${draft.id}`, text);
}

function set(store: KeyValueStore, key: string, text: string): boolean {
  try {
    store.setItem(key, text);
    return true;
  } catch {
    return false;
  }
}

function forgetOldest(store: KeyValueStore, kept: number): void {
  for (const { draft } of newestFirst(store).slice(kept)) store.removeItem(`${PREFIX}${draft.id}`);
}

function newestFirst(store: KeyValueStore): KeptDraft[] {
  return store
    .keys()
    .filter((key) => key.startsWith(PREFIX))
    .flatMap((key) => read(store, key) ?? [])
    .sort((a, b) => b.savedAt - a.savedAt);
}

function read(store: KeyValueStore, key: string): KeptDraft | undefined {
  try {
    const { files, savedAt, ...rest } = draftSchema.parse(JSON.parse(store.getItem(key) ?? 'null'));
    return {
      savedAt,
      draft: { ...rest, files: files.map((file) => ('text' in file ? textFile(file) : dataFile(file))) },
    };
  } catch {
    return undefined;
  }
}

function textFile({ name, text }: { name: string; text: string }): DraftFile {
  return { name, contents: text };
}

function dataFile({ name, base64 }: { name: string; base64: string }): DraftFile {
  return { name, contents: Uint8Array.from(atob(base64), (character) => character.charCodeAt(0)) };
}

function toBase64(bytes: Uint8Array): string {
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
}
