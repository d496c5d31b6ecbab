'use client';

import { useState } from 'react';
import { PlaygroundDialog } from './PlaygroundDialog';
import { browserStorage } from '@/components/lib/browserStorage';
import { headingOf } from '@/components/model/version';
import { usePlayground } from '@/components/workbench/context';
import type { Draft } from '@/components/model/draft';
import { Choice } from '@/components/ui/Choice';
import { useConfirm } from '@/components/ui/ConfirmDialog';
import { FIELD, OUTLINE_BUTTON } from '@/components/ui/classes';
import { LINK_LIMITS } from '@/core/links/limits';
import { MyLinks } from './MyLinks';
import { forgetLink, linkOfDraft, rememberLink, type OwnedLink } from '@/components/persistence/ownedLinks';
import { createLink, deleteLink, updateLink, type MadeLink, type Shared } from '@/components/connection/shareClient';
import { Snippets } from '@/components/site/Snippets';

const EXPIRIES = [
  { value: null, words: 'Never' },
  { value: 1, words: 'After 1 day' },
  { value: 7, words: 'After 7 days' },
  { value: 30, words: 'After 30 days' },
  { value: 365, words: 'After 1 year' },
] as const;

const DELETE_QUESTION = 'The link stops working for everyone. This can’t be undone.';

export function ShareDialog() {
  return (
    <PlaygroundDialog name="share" title="Share">
      <Share />
    </PlaygroundDialog>
  );
}

/** The first sentence of the comment that the program begins with; else what the program is called. */
function titleOf(draft: Draft): string {
  return headingOf(draft)?.split(/[.:;] /)[0] ?? draft.main.replace(/\.asy$/, '');
}

function Share() {
  const { draft, settings } = usePlayground((state) => state);
  const [owned, setOwned] = useState(() => linkOfDraft(browserStorage('localStorage'), draft.id));
  const [made, setMade] = useState<MadeLink>();
  const [title, setTitle] = useState(owned?.title ?? titleOf(draft));
  const [expiresInDays, setExpiry] = useState<number | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const [done, setDone] = useState<string>();
  const [confirm, confirmDialog] = useConfirm();

  const request = () => ({ draft, title, expiresInDays, settings });

  const take = (shared: Shared, token: string | undefined, words: string) => {
    setProblem('problem' in shared ? shared.problem : undefined);
    if ('problem' in shared) return;
    setMade(shared.link);
    setDone(words);
    if (token === undefined) return;
    const link: OwnedLink = { ...shared.link, token, draft: draft.id };
    setOwned(link);
    if (!rememberLink(browserStorage('localStorage'), link))
      setProblem('This browser couldn’t save the link’s key, so you won’t be able to edit or delete it later.');
  };

  const act = async (work: () => Promise<void>) => {
    setBusy(true);
    setDone(undefined);
    await work();
    setBusy(false);
  };

  const create = () =>
    act(async () => {
      const shared = await createLink(request());
      take(shared, 'link' in shared ? shared.link.token : undefined, 'Link created');
    });
  const update = ({ id, token }: OwnedLink) =>
    act(async () => take(await updateLink(id, token, request()), token, 'Link updated'));
  const remove = ({ id, token }: OwnedLink) =>
    act(async () => {
      if (!(await confirm(DELETE_QUESTION, 'Delete link'))) return;
      const failed = await deleteLink(id, token);
      setProblem(failed);
      if (failed !== undefined) return;
      forgetLink(browserStorage('localStorage'), id);
      setOwned(undefined);
      setMade(undefined);
      setDone('Link deleted');
    });

  const shown = made ?? owned;
  return (
    <div className="flex flex-col gap-3 overflow-auto p-4" aria-busy={isBusy}>
      <p className="text-muted">
        Anyone with the link can see the code and the picture. Unlisted; not indexed by search engines.
      </p>
      <label className="flex min-h-8 items-center gap-4">
        Title
        <input
          data-first-focus
          className={`${FIELD} min-w-0 flex-1`}
          value={title}
          maxLength={LINK_LIMITS.maxTitleCharacters}
          onChange={({ target }) => setTitle(target.value)}
        />
      </label>
      <Choice label="Expires" value={expiresInDays} options={EXPIRIES} onChoose={setExpiry} />
      <div className="flex flex-wrap gap-2">
        {owned && (
          <button type="button" className={OUTLINE_BUTTON} disabled={isBusy} onClick={() => void update(owned)}>
            Update link
          </button>
        )}
        <button type="button" className={OUTLINE_BUTTON} disabled={isBusy} onClick={() => void create()}>
          {owned ? 'Create another link' : 'Create link'}
        </button>
        {owned && (
          <button type="button" className={OUTLINE_BUTTON} disabled={isBusy} onClick={() => void remove(owned)}>
            Delete link
          </button>
        )}
      </div>
      {problem !== undefined && (
        <p role="alert" className="rounded-md bg-error-soft px-3 py-2 text-error">
          {problem}
        </p>
      )}
      <p role="status" className="text-ok empty:hidden">
        {done}
      </p>
      {shown && <Snippets base={new URL(shown.url).origin} link={shown} />}
      <MyLinks
        // Read anew when a link was made or deleted here.
        key={shown?.id}
        without={shown?.id}
        confirm={(title) => confirm(`${title}: ${DELETE_QUESTION}`, 'Delete link')}
        onDeleted={(failed) => {
          setProblem(failed);
          setDone(failed === undefined ? 'Link deleted' : undefined);
        }}
      />
      {confirmDialog}
    </div>
  );
}
