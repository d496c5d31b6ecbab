import type { Draft } from './draft';
import { noteDraft } from './draftCookie';
import { readDraft, writeDraft } from './draftStorage';
import type { Gateway } from './gateway';
import type { KeyValueStore } from './settings';

/**
 * Keeps the draft in this browser: soon after every change, and at once when the page is hidden or left. What was typed
 * is lost neither by a crash nor by a closed lid.
 */

const SAVE_MILLISECONDS = 400;

export class DraftKeeper {
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly gateway: Gateway,
    private readonly storage: KeyValueStore,
  ) {}

  read(): Draft | undefined {
    return readDraft(this.storage);
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
    const isKept = writeDraft(this.storage, this.gateway.state.draft);
    if (isKept) noteDraft();
    this.gateway.saved(isKept ? 'saved' : 'full');
  }
}
