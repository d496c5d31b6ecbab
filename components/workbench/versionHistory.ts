import { newId } from '@/components/lib/newId';
import type { after as later } from '@/components/lib/timers';
import { hasSameFiles, isEmpty, type Draft } from '@/components/model/draft';
import { takesAway } from '@/components/model/takenAway';
import { shownPicture, type PlaygroundState } from '@/components/model/state';
import { versionPicture } from '@/components/model/version';
import type { VersionStore } from '@/components/persistence/versionStore';
import type { Gateway } from './gateway';

/**
 * Decides what goes into the history: what the person saves, what another draft takes the place of, by whichever way, what
 * there is at each pause in work, and what there was before much of it went at once: pasted over, cleared, deleted,
 * replaced by a file from the disk, or by an Undo.
 */

/** So long without a change is a pause. */
const PAUSE_MS = 10_000;

export class VersionHistory {
  /** In the history, or opened as it is from where it is kept. */
  private last: Draft | undefined;
  private lastId: string | undefined;
  private cancelPause = () => {};

  constructor(
    private readonly gateway: Gateway,
    private readonly versions: Pick<VersionStore, 'add' | 'list'>,
    private readonly now: () => number,
    private readonly after: typeof later,
  ) {}

  open(): () => void {
    const unsubscribe = this.gateway.store.subscribe((state, before) => {
      if (state.draft.id !== before.draft.id) this.follow(state, before);
      else if (state.draft.files !== before.draft.files) this.noteChange(state, before);
    });
    return () => {
      this.cancelPause();
      unsubscribe();
    };
  }

  /** True if it is in the history now; false if this browser did not take it. */
  async record(isKept: boolean): Promise<boolean> {
    return this.add(this.gateway.state, isKept);
  }

  /** What an earlier visit left, before something else is shown in its place. */
  async recordEarlier(draft: Draft): Promise<void> {
    const known = await this.versions.list().catch(() => []);
    if (isEmpty(draft) || known.some((version) => hasSameFiles(version.draft, draft))) return;
    // It is in the list of drafts as well: a history that is full loses nothing.
    await this.versions.add({ id: newId(), at: this.now(), isKept: false, draft }).catch(() => {});
  }

  private follow(state: PlaygroundState, before: PlaygroundState): void {
    this.cancelPause();
    void this.add(before, false);
    this.last = state.draft;
    this.lastId = undefined;
  }

  private noteChange(state: PlaygroundState, before: PlaygroundState): void {
    const isTyped = state.lastEditAt !== before.lastEditAt;
    if (takesAway(before.draft, state.draft, isTyped)) void this.add(before, false);
    this.cancelPause();
    this.cancelPause = this.after(PAUSE_MS, () => void this.record(false));
  }

  private async add(state: PlaygroundState, isKept: boolean): Promise<boolean> {
    const { draft } = state;
    const isSame = this.last !== undefined && hasSameFiles(draft, this.last);
    if (isEmpty(draft) || (isSame && !isKept)) return true;
    // The same again, now on purpose: the version that is there becomes a kept one.
    const id = (isSame ? this.lastId : undefined) ?? newId();
    this.lastId = id;
    this.last = draft;
    const picture = versionPicture(shownPicture(state));
    try {
      await this.versions.add({ id, at: this.now(), isKept, draft, picture });
      return true;
    } catch {
      return false;
    }
  }
}
