import type { KeyValueStore } from './browserStorage';
import type { Draft } from './draft';
import { noteDraft } from './draftCookie';
import { latestDraft, readDraft, writeDraft } from './draftStorage';
import type { Gateway } from './gateway';
import { newId } from './newId';

/**
 * Keeps the draft in this browser: soon after every change, and at once when the page is hidden or left. What was typed
 * is lost neither by a crash nor by a closed lid. Each page has a draft of its own: a second one begins with a copy of
 * what was saved last.
 */

const SAVE_MILLISECONDS = 400;
/** Which draft is that of this page, in the storage that belongs to the page. */
const ID_KEY = 'asyground.draft';

export class DraftKeeper {
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly gateway: Gateway,
    private readonly storage: KeyValueStore,
    private readonly pageStorage: KeyValueStore,
  ) {}

  read(): Draft | undefined {
    const found = openDraft(this.storage, this.pageStorage);
    return found.isOwn || found.draft === undefined ? found.draft : { ...found.draft, id: newId() };
  }

  open(): () => void {
    const unsubscribe = this.gateway.store.subscribe((state, before) => {
      if (state.draft === before.draft || state.isRestoring) return;
      this.#timer ??= setTimeout(() => this.save(), SAVE_MILLISECONDS);
    });
    const saveNow = () => {
      if (this.#timer !== undefined) this.save();
    };
    document.addEventListener('visibilitychange', saveNow);
    window.addEventListener('pagehide', saveNow);
    return () => {
      saveNow();
      unsubscribe();
      document.removeEventListener('visibilitychange', saveNow);
      window.removeEventListener('pagehide', saveNow);
    };
  }

  save(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const { draft } = this.gateway.state;
    const isKept = writeDraft(this.storage, draft, Date.now());
    if (isKept) {
      noteDraft();
      this.#noteId(draft.id);
    }
    this.gateway.saved(isKept ? 'saved' : 'full');
  }

  /** Without it the next visit begins with what was saved last, which is nearly always the same. */
  #noteId(id: string): void {
    try {
      this.pageStorage.setItem(ID_KEY, id);
    } catch {
      return;
    }
  }
}

/** What is open in this page, or else what was saved last by whichever one. */
export function openDraft(
  storage: KeyValueStore,
  pageStorage: KeyValueStore,
): { readonly draft: Draft | undefined; readonly isOwn: boolean } {
  const own = readDraft(storage, pageStorage.getItem(ID_KEY) ?? '');
  return own === undefined ? { draft: latestDraft(storage), isOwn: false } : { draft: own, isOwn: true };
}
