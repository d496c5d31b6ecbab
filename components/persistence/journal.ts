import { fromBase64, toBase64 } from '@/components/lib/base64';
import { z } from 'zod';
import { TEX_ENGINES } from '@/core/submission/submission';
import type { KeyValueStore } from '@/components/lib/browserStorage';
import type { Draft, DraftFile } from '@/components/model/draft';
import { asKeptDraft, type KeptDraft } from './keptDraft';

/**
 * What could not be written into the database in time: a page that is left may write here, because localStorage is
 * written before the call returns, and the next visit takes it over. It is small, so that files which are in the
 * database already are only named. Earlier releases kept whole drafts in the same form.
 */

const PREFIX = 'asyground.draft.';
/** Larger data would hold up a page that is being left, and would hardly fit. */
const MAX_DATA_BYTES = 256 * 1024;

const fileSchema = z.union([
  z.object({ name: z.string(), text: z.string() }),
  z.object({ name: z.string(), base64: z.base64() }),
  /** As it is in the database, in the draft of the same id. */
  z.object({ name: z.string(), isKept: z.literal(true) }),
]);

const entrySchema = z.object({
  id: z.string(),
  /** Milliseconds since 1970. */
  savedAt: z.number(),
  files: z.array(fileSchema).min(1),
  main: z.string(),
  active: z.string(),
  name: z.string().optional(),
  engine: z.enum(TEX_ENGINES).optional().catch(undefined),
});
export type JournalEntry = Readonly<z.infer<typeof entrySchema>>;
type JournalFile = z.infer<typeof fileSchema>;

/** How much of a draft went in; of a part, data that is new is missing. */
export type Noted = 'all' | 'part' | 'nothing';

export class Journal {
  constructor(private readonly store: KeyValueStore) {}

  entries(): JournalEntry[] {
    return this.store
      .keys()
      .filter((key) => key.startsWith(PREFIX))
      .flatMap((key) => this.read(key) ?? []);
  }

  write(draft: Draft, savedAt: number, isKept: (file: DraftFile) => boolean): Noted {
    const files = draft.files.map((file) =>
      isKept(file) ? { name: file.name, isKept: true as const } : entryOf(file),
    );
    const fitting = files.filter((file) => file !== undefined);
    if (fitting.length === files.length && this.set({ ...draft, savedAt, files: fitting })) return 'all';
    const texts = fitting.filter((file) => !('base64' in file));
    const names = new Set(texts.map(({ name }) => name));
    const active = names.has(draft.active) ? draft.active : draft.main;
    return this.set({ ...draft, active, savedAt, files: texts }) ? 'part' : 'nothing';
  }

  /** What was noted later stays. */
  remove(id: string, savedAt: number): void {
    const noted = this.read(`${PREFIX}${id}`);
    if (noted !== undefined && noted.savedAt <= savedAt) this.store.removeItem(`${PREFIX}${id}`);
  }

  private set(entry: JournalEntry): boolean {
    try {
      this.store.setItem(`${PREFIX}${entry.id}`, JSON.stringify(entry));
      return true;
    } catch {
      return false;
    }
  }

  private read(key: string): JournalEntry | undefined {
    try {
      return entrySchema.safeParse(JSON.parse(this.store.getItem(key) ?? 'null')).data;
    } catch {
      return undefined;
    }
  }
}

/** With the files that are only named taken from the database. Undefined if that leaves nothing that can be opened. */
export function resolveEntry(entry: JournalEntry, kept: KeptDraft | undefined): KeptDraft | undefined {
  const files = entry.files.flatMap((file): DraftFile[] => {
    if ('text' in file) return [{ name: file.name, contents: file.text }];
    if ('base64' in file) return [{ name: file.name, contents: fromBase64(file.base64) }];
    return kept?.files.filter(({ name }) => name === file.name) ?? [];
  });
  return asKeptDraft({ ...entry, files });
}

/** Undefined if it is too large. */
function entryOf({ name, contents }: DraftFile): JournalFile | undefined {
  if (typeof contents === 'string') return { name, text: contents };
  return contents.length > MAX_DATA_BYTES ? undefined : { name, base64: toBase64(contents) };
}
