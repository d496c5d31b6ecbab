import { z } from 'zod';
import type { Draft, DraftFile } from './draft';
import type { KeyValueStore } from './settings';

/**
 * The draft as it is kept in this browser: one text under one key, so that it is there whole or not at all. Bytes are
 * written in base64.
 */

const KEY = 'asyground.draft';

const draftSchema = z
  .object({
    id: z.string(),
    files: z
      .array(
        z.union([z.object({ name: z.string(), text: z.string() }), z.object({ name: z.string(), base64: z.string() })]),
      )
      .min(1),
    main: z.string(),
    active: z.string(),
  })
  .refine(({ files, main, active }) => [main, active].every((name) => files.some((file) => file.name === name)));

export function readDraft(store: KeyValueStore): Draft | undefined {
  try {
    const { files, ...rest } = draftSchema.parse(JSON.parse(store.getItem(KEY) ?? 'null'));
    return { ...rest, files: files.map((file) => ('text' in file ? textFile(file) : dataFile(file))) };
  } catch {
    return undefined;
  }
}

/** False if there is no room. */
export function writeDraft(store: KeyValueStore, draft: Draft): boolean {
  const files = draft.files.map(({ name, contents }) =>
    typeof contents === 'string' ? { name, text: contents } : { name, base64: toBase64(contents) },
  );
  try {
    store.setItem(KEY, JSON.stringify({ ...draft, files }));
    return true;
  } catch {
    return false;
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
