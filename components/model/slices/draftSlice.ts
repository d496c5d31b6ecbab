import { contentsOf, withText, type Draft } from '../draft';
import type { Slice } from './slice';

/** What the person writes, and whether it is safe. */

/** `small`: the browser's small store has it, because the large one does not take it. */
export type Saving = 'saved' | 'unsaved' | 'small' | 'full' | 'refused';

/** The lines of the cursor or the selection, from 1; both belong to it. */
interface CursorLines {
  readonly file: string;
  readonly first: number;
  readonly last: number;
}

export interface DraftSlice {
  /** Until the draft of an earlier visit has been looked for. */
  readonly isRestoring: boolean;
  readonly draft: Draft;
  /** Counts the changes of all that a picture depends on. */
  readonly revision: number;
  readonly lastEditAt: number;
  /** From a key until some time without one: nothing that comes and goes with every key is shown meanwhile. */
  readonly isTyping: boolean;
  readonly saving: Saving;
  /** Where the person writes. */
  readonly cursor: CursorLines | undefined;
  /** What the open draft took the place of, and what was opened. */
  readonly replaced: { readonly before: Draft; readonly opened: Draft } | undefined;
  /** The file whose name is being written. */
  readonly renaming: string | undefined;
}

export function draftSliceOf(draft: Draft, isRestoring: boolean): DraftSlice {
  const none = { cursor: undefined, replaced: undefined, renaming: undefined };
  return { isRestoring, draft, revision: 0, lastEditAt: 0, isTyping: false, saving: 'saved', ...none };
}

export class DraftActions {
  constructor(
    private readonly slice: Slice<DraftSlice>,
    private readonly now: () => number,
  ) {}

  /** Another one, which is a step that can be taken back, unless the page is only beginning. */
  open(draft: Draft): void {
    const { isRestoring, draft: before } = this.slice.getState();
    const replaced = isRestoring ? undefined : { before, opened: draft };
    this.slice.setState({ isRestoring: false, draft, replaced, revision: this.nextRevision });
  }

  /** The page began with the open draft, in the place of this one. */
  tookPlaceOf(before: Draft): void {
    this.slice.setState({ replaced: { before, opened: this.slice.getState().draft } });
  }

  /** What the person calls it; nothing to be drawn anew. */
  setName(name: string | undefined): void {
    this.slice.setState({ draft: { ...this.slice.getState().draft, name }, saving: 'unsaved' });
  }

  /** The same, as a draft of its own. */
  setId(id: string): void {
    this.slice.setState({ draft: { ...this.slice.getState().draft, id } });
  }

  /** Another in its place, which is still to be kept. */
  replace(draft: Draft): void {
    this.slice.setState({ draft, replaced: undefined, revision: this.nextRevision, saving: 'unsaved' });
  }

  editText(name: string, text: string): void {
    const before = this.slice.getState().draft;
    const draft = withText(before, name, text);
    if (draft === before) return;
    const typed = { lastEditAt: this.now(), isTyping: true };
    this.slice.setState({ draft, revision: this.nextRevision, ...typed, saving: 'unsaved' });
  }

  /** Whoever typed looks up. */
  endTyping(): void {
    if (this.slice.getState().isTyping) this.slice.setState({ isTyping: false });
  }

  /** Something else that the picture depends on has changed. */
  touch(): void {
    this.slice.setState({ revision: this.nextRevision });
  }

  selectFile(name: string): void {
    const { draft } = this.slice.getState();
    if (draft.active === name || contentsOf(draft, name) === undefined) return;
    this.slice.setState({ draft: { ...draft, active: name } });
  }

  /** Within the same lines nothing changes for others. */
  moveCursor(cursor: CursorLines): void {
    const before = this.slice.getState().cursor;
    if (before?.file === cursor.file && before.first === cursor.first && before.last === cursor.last) return;
    this.slice.setState({ cursor });
  }

  startRenaming(renaming: string | undefined): void {
    this.slice.setState({ renaming });
  }

  noteSaving(saving: Saving): void {
    this.slice.setState({ saving });
  }

  private get nextRevision(): number {
    return this.slice.getState().revision + 1;
  }
}
