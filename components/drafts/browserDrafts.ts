import { browserStorage } from '@/components/playground/browserStorage';
import type { Draft } from '@/components/playground/draft';
import { noteDraft } from '@/components/playground/draftCookie';
import { browserClaims } from './claims';
import { ownDraftId, type KeeperParts } from './draftKeeper';
import { DraftStore } from './draftStore';
import { findDraft } from './findDraft';
import { IndexedDraftStorage } from './indexedDraftStorage';
import { Journal } from './journal';
import { draftOfKept } from './keptDraft';

/** Where this browser keeps drafts. */
export function browserDrafts(): KeeperParts {
  return {
    store: new DraftStore(new IndexedDraftStorage()),
    journal: new Journal(browserStorage('localStorage')),
    pageStorage: browserStorage('sessionStorage'),
    claims: browserClaims(),
    noteDraft,
    whenLeft,
  };
}

function whenLeft(keep: () => boolean): () => void {
  const warn = (event: BeforeUnloadEvent) => {
    if (!keep()) event.preventDefault();
  };
  document.addEventListener('visibilitychange', keep);
  window.addEventListener('pagehide', keep);
  window.addEventListener('beforeunload', warn);
  return () => {
    document.removeEventListener('visibilitychange', keep);
    window.removeEventListener('pagehide', keep);
    window.removeEventListener('beforeunload', warn);
  };
}

/** For pages that only look: what is open in this tab, or else what was saved last. */
export async function lookAtDraft(): Promise<Draft | undefined> {
  const { store, journal, pageStorage } = browserDrafts();
  const found = await findDraft(store, journal, ownDraftId(pageStorage));
  return found && draftOfKept(found.kept);
}
