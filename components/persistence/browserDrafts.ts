import { browserStorage, type KeyValueStore } from '@/components/lib/browserStorage';
import type { Draft } from '@/components/model/draft';
import { noteDraft } from './draftCookie';
import { browserClaims, type Claims } from './claims';
import { DraftStore } from './draftStore';
import { findDraft } from './findDraft';
import { IndexedDraftStorage } from './indexedDraftStorage';
import { Journal } from './journal';
import { draftOfKept } from './keptDraft';
import { ownDraftId } from './ownDraft';

export interface DraftParts {
  readonly store: DraftStore;
  readonly journal: Journal;
  readonly pageStorage: KeyValueStore;
  readonly claims: Claims;
  /** Tells the server that there is a draft (draftCookie.ts). */
  readonly noteDraft: () => void;
  /** Calls `keep` when the page is hidden or left (then it is going), and asks the person first if it returns false. */
  readonly whenLeft: (keep: (isGoing: boolean) => boolean) => () => void;
}

/** Where this browser keeps drafts. `makeRoom`: see DraftStore. */
export function browserDrafts(makeRoom?: () => Promise<boolean>): DraftParts {
  return {
    store: new DraftStore(new IndexedDraftStorage(), makeRoom),
    journal: new Journal(browserStorage('localStorage')),
    pageStorage: browserStorage('sessionStorage'),
    claims: browserClaims(),
    noteDraft,
    whenLeft,
  };
}

function whenLeft(keep: (isGoing: boolean) => boolean): () => void {
  const hide = () => keep(false);
  const leave = () => keep(true);
  const warn = (event: BeforeUnloadEvent) => {
    if (!keep(true)) event.preventDefault();
  };
  document.addEventListener('visibilitychange', hide);
  window.addEventListener('pagehide', leave);
  window.addEventListener('beforeunload', warn);
  return () => {
    document.removeEventListener('visibilitychange', hide);
    window.removeEventListener('pagehide', leave);
    window.removeEventListener('beforeunload', warn);
  };
}

/** For pages that only look: what is open in this tab, or else what was saved last. */
export async function lookAtDraft(): Promise<Draft | undefined> {
  const { store, journal, pageStorage } = browserDrafts();
  const found = await findDraft(store, journal, ownDraftId(pageStorage));
  return found && draftOfKept(found.kept);
}
