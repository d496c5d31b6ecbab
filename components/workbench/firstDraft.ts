import { newId } from '@/components/lib/newId';
import { translatorOf } from '@/components/lib/translator';
import { draftOf, type Draft } from '@/components/model/draft';
import { isPictureOld } from '@/components/model/state';
import type { DraftKeeper } from './draftKeeper';
import type { Gateway } from './gateway';
import type { VersionHistory } from './versionHistory';
import type { Welcome } from './welcome';
import { at } from '@/core/basePath';

interface FirstDraftParts {
  readonly gateway: Gateway;
  readonly keeper: DraftKeeper;
  readonly history: VersionHistory;
  readonly welcome: Welcome;
  readonly render: () => void;
  /** It has been looked for, and what was found is open. */
  readonly onRestored: () => void;
}

/** Opens the draft of the last visit and keeps it from then on. Returns what ends that. */
export function restoreDraft(parts: FirstDraftParts): () => void {
  const first = parts.gateway.state.draft;
  let close: (() => void) | undefined = () => {};
  void parts.keeper.find().then((kept) => {
    if (close === undefined) return;
    close = parts.keeper.open(openFirst(parts, first, kept));
    parts.onRestored();
  });
  return () => {
    close?.();
    close = undefined;
  };
}

/**
 * The draft of the last visit, or else the example, which the server may have drawn already. Somebody who came for an
 * example gets it, and their draft by Undo, Ctrl+Z, in the history and in the list of drafts; so does somebody who has already
 * begun to write. Returns what needs no
 * saving.
 */
function openFirst({ gateway, history, welcome, render }: FirstDraftParts, first: Draft, kept: Draft | undefined) {
  const t = translatorOf('workbench');
  const hasBegun = gateway.state.draft !== first;
  if (kept !== undefined && (hasBegun || welcome.example !== undefined)) void history.recordEarlier(kept);
  if (welcome.example !== undefined) {
    window.history.replaceState(null, '', at('/'));
    const opened = t('files.opened', { name: welcome.example });
    if (kept === undefined) gateway.tell(opened);
    else {
      gateway.draft.tookPlaceOf(kept);
      gateway.offerWayBack(opened, kept);
    }
  } else if (hasBegun && kept !== undefined) gateway.offerWayBack(t('drafts.earlier'), kept);
  else if (kept !== undefined) gateway.openDraft(kept);
  else if (gateway.state.isRestoring) gateway.openDraft(draftOf(newId(), welcome.code));
  if (gateway.state.pictures.length === 0 || isPictureOld(gateway.state)) render();
  // An example that was asked for is kept like something written.
  if (welcome.example !== undefined) return undefined;
  return hasBegun ? first : gateway.state.draft;
}
