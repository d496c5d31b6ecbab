import { contentsOf, isEmpty, type Draft, type DraftFile } from '@/components/model/draft';
import type { Gateway } from './gateway';
import { newId } from '@/components/lib/newId';
import type { DraftParts } from '@/components/persistence/browserDrafts';
import { findDraft } from '@/components/persistence/findDraft';
import type { Noted } from '@/components/persistence/journal';
import { draftOfKept } from '@/components/persistence/keptDraft';
import { ownDraftId, rememberOwnDraft } from '@/components/persistence/ownDraft';

/**
 * Keeps the draft in this browser.
 *
 * - `settled`: nothing has changed since it was opened or written.
 * - `changed`: it is written soon, and at once when the page is hidden or left. Since a page that is left may end before
 *   the database has written, what is missing there goes into the journal first; the next visit takes it over. If it
 *   does not fit there, the browser asks before it leaves.
 * - `writing`: the database writes, one write after the other. What changes meanwhile is `changed` again.
 *
 * A draft that another one takes the place of is written at once, by whichever way that happened.
 *
 * If the database does not take it, the journal gets it, and the person is told how much of it is safe.
 *
 * Each page has a draft of its own: a second one begins with a copy of what was saved last, under another id. A draft is
 * claimed when it is opened and written only once this page has it. So whoever finds its id in the memory of a tab that
 * was duplicated finds it claimed, too. A page whose draft another one has goes on under an id of its own.
 */

const SAVE_MS = 400;

export class DraftKeeper {
  private timer: ReturnType<typeof setTimeout> | undefined;
  /** Needs no writing. */
  private settled: Draft | undefined;
  /** As the database has it. */
  private kept: Draft | undefined;
  private writing: Draft | undefined;
  /** That of an earlier visit, which was found. */
  private claimed: string | undefined;
  private lastWrite: Promise<void> = Promise.resolve();

  constructor(
    private readonly gateway: Gateway,
    private readonly parts: DraftParts,
  ) {}

  async find(): Promise<Draft | undefined> {
    const { store, journal, pageStorage, claims } = this.parts;
    const ownId = ownDraftId(pageStorage);
    const isFree = ownId === undefined ? Promise.resolve(false) : claims.claim(ownId);
    const found = await findDraft(store, journal, ownId);
    if (found === undefined) return undefined;
    const draft = draftOfKept(found.kept);
    if (!found.isOwn || !(await isFree)) return { ...draft, id: newId() };
    if (found.isStored) this.kept = draft;
    this.claimed = draft.id;
    return draft;
  }

  /** From here on; `settled` is what the page began with, if it need not be written. */
  open(settled: Draft | undefined): () => void {
    const { draft: first } = this.gateway.state;
    this.settled = settled;
    // Something else is shown in its place.
    if (this.claimed !== undefined && this.claimed !== first.id) this.parts.claims.letGo(this.claimed);
    void this.parts.claims.claim(first.id);
    this.noteChange(first);
    const unsubscribe = this.gateway.store.subscribe(({ draft }, before) => {
      if (draft.id !== before.draft.id) {
        this.leave(before.draft);
        void this.parts.claims.claim(draft.id);
      }
      this.noteChange(draft);
    });
    const stopWatching = this.parts.whenLeft((isGoing) => this.keepNow(isGoing));
    return () => {
      this.keepNow(true);
      unsubscribe();
      stopWatching();
      void this.lastWrite.then(() => this.parts.claims.release());
    };
  }

  /** Ends when the page can be left: what has changed has been written, or could not be. */
  settle(): Promise<void> {
    return this.gateway.state.draft === this.settled ? this.lastWrite : this.save();
  }

  /** Ends when the draft as it is now has been written, or could not be. */
  save(): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.lastWrite = this.lastWrite.then(() => this.write(this.gateway.state.draft));
    return this.lastWrite;
  }

  private noteChange(draft: Draft): void {
    if (draft !== this.settled) this.timer ??= setTimeout(() => void this.save(), SAVE_MS);
  }

  /** Another draft has taken its place: what was not written yet is, and other pages may open it. */
  private leave(draft: Draft): void {
    const isChanged = draft !== this.settled && draft !== this.kept && !isEmpty(draft);
    if (isChanged) this.lastWrite = this.lastWrite.then(() => this.write(draft));
    void this.lastWrite.then(() => {
      if (draft.id !== this.gateway.state.draft.id) this.parts.claims.letGo(draft.id);
    });
  }

  private async write(draft: Draft): Promise<void> {
    if (draft === this.kept) return;
    if (!(await this.parts.claims.claim(draft.id))) return this.writeCopy(draft);
    const savedAt = Date.now();
    this.writing = draft;
    const written = await this.parts.store.write(draft, savedAt);
    this.writing = undefined;
    if (written === 'kept') {
      this.kept = draft;
      this.parts.journal.remove(draft.id, savedAt);
    }
    const isSafe = written === 'kept' || this.note(draft, savedAt) === 'all';
    if (draft.id !== this.gateway.state.draft.id) return;
    if (isSafe) {
      this.settled = draft;
      this.remember(draft.id);
    }
    if (draft === this.gateway.state.draft)
      this.gateway.saved(written === 'kept' ? 'saved' : isSafe ? 'small' : written);
  }

  /** Another page has it: this one goes on with a draft of its own, whether it is still open here or not. */
  private async writeCopy(draft: Draft): Promise<void> {
    const { draft: open } = this.gateway.state;
    if (draft.id !== open.id) return this.write({ ...draft, id: newId() });
    // Nothing is left behind under the id that is given up.
    this.settled = open;
    this.gateway.draft.setId(newId());
    return this.write(this.gateway.state.draft);
  }

  /** False if something would be lost with the page. A page that only gets hidden may be duplicated. */
  private keepNow(isGoing: boolean): boolean {
    const { draft } = this.gateway.state;
    if (draft === this.settled) return true;
    const noted = this.note(draft, Date.now());
    if (noted !== 'nothing' && isGoing) this.remember(draft.id);
    void this.save();
    return noted === 'all';
  }

  private note(draft: Draft, savedAt: number): Noted {
    return this.parts.journal.write(draft, savedAt, (file) => this.isKept(draft.id, file));
  }

  /** In the database now, and after the write that is under way. */
  private isKept(id: string, { name, contents }: DraftFile): boolean {
    const isIn = (kept: Draft) => kept.id === id && contentsOf(kept, name) === contents;
    return this.kept !== undefined && isIn(this.kept) && (this.writing === undefined || isIn(this.writing));
  }

  private remember(id: string): void {
    this.parts.noteDraft();
    rememberOwnDraft(this.parts.pageStorage, id);
  }
}
