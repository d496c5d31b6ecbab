'use client';

import { formatOf } from '@/components/model/pageFormat';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { PlaygroundDialog } from './PlaygroundDialog';
import { browserStorage } from '@/components/lib/browserStorage';
import { headingOf } from '@/components/model/version';
import { usePlayground, useWorkbench } from '@/components/workbench/context';
import { textOf, withText, type Draft } from '@/components/model/draft';
import { Choice } from '@/components/ui/Choice';
import { useConfirm } from '@/components/ui/ConfirmDialog';
import { FIELD, OUTLINE_BUTTON, PRIMARY_BUTTON } from '@/components/ui/classes';
import { LINK_LIMITS } from '@/core/links/limits';
import { descriptionOf, withDescription } from '@/core/render/description';
import { DESCRIPTION_LIMITS } from '@/core/render/limits';
import { MyLinks } from './MyLinks';
import { forgetLink, linkOfDraft, rememberLink, type OwnedLink } from '@/components/persistence/ownedLinks';
import { createLink, deleteLink, updateLink, type MadeLink, type Shared } from '@/components/connection/shareClient';
import { Snippets } from '@/components/site/Snippets';

/** After so many days, or never. */
const EXPIRIES = [null, 1, 7, 30, 365] as const;

export function ShareDialog() {
  const t = useTranslations('playground');
  return (
    <PlaygroundDialog name="share" title={t('share.title')}>
      <Share />
    </PlaygroundDialog>
  );
}

/** What the program calls itself, else the first sentence of the comment it begins with, else its file's name. */
function titleOf(draft: Draft): string {
  const { title } = descriptionOf(textOf(draft, draft.main));
  return title ?? headingOf(draft)?.split(/[.:;] /)[0] ?? draft.main.replace(/\.asy$/, '');
}

function Share() {
  const t = useTranslations('playground');
  const { gateway } = useWorkbench();
  const { draft, settings } = usePlayground((state) => state);
  const format = usePlayground(formatOf);
  const [owned, setOwned] = useState(() => linkOfDraft(browserStorage('localStorage'), draft.id));
  const [made, setMade] = useState<MadeLink>();
  const [title, setTitle] = useState(owned?.title ?? titleOf(draft));
  const [alt, setAlt] = useState(() => descriptionOf(textOf(draft, draft.main)).alt ?? '');
  const [expiresInDays, setExpiry] = useState<number | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const [done, setDone] = useState<string>();
  const [confirm, confirmDialog] = useConfirm();

  /** The description goes into the program, so that the picture has it wherever it is shown. */
  const request = () => {
    const source = textOf(draft, draft.main);
    const told = descriptionOf(source);
    if (alt.trim() === (told.alt ?? '')) return { draft, title, expiresInDays, format, settings };
    const described = withDescription(source, { title: alt.trim() === '' ? told.title : title, alt });
    gateway.draft.editText(draft.main, described);
    return { draft: withText(draft, draft.main, described), title, expiresInDays, format, settings };
  };

  const take = (shared: Shared, token: string | undefined, words: string) => {
    setProblem('problem' in shared ? shared.problem : undefined);
    if ('problem' in shared) return;
    setMade(shared.link);
    setDone(words);
    if (token === undefined) return;
    const link: OwnedLink = { ...shared.link, token, draft: draft.id };
    setOwned(link);
    if (!rememberLink(browserStorage('localStorage'), link)) setProblem(t('share.keyNotSaved'));
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
      if ('problem' in shared) return take(shared, undefined, '');
      // What somebody makes a link for; it can still be copied by hand where the browser refuses.
      const isCopied = await navigator.clipboard?.writeText(shared.link.url).then(
        () => true,
        () => false,
      );
      take(shared, shared.link.token, t(isCopied ? 'share.createdCopied' : 'share.created'));
    });
  const update = ({ id, token }: OwnedLink) =>
    act(async () => take(await updateLink(id, token, request()), token, t('share.updated')));
  const remove = ({ id, token }: OwnedLink) =>
    act(async () => {
      if (!(await confirm(t('share.confirmDelete'), t('share.delete')))) return;
      const failed = await deleteLink(id, token);
      setProblem(failed);
      if (failed !== undefined) return;
      forgetLink(browserStorage('localStorage'), id);
      setOwned(undefined);
      setMade(undefined);
      setDone(t('share.deleted'));
    });

  const expiryText = (days: number | null) => {
    if (days === null) return t('share.never');
    return days === 365 ? t('share.afterYear') : t('share.afterDays', { days });
  };

  const shown = made ?? owned;
  return (
    <div className="flex flex-col gap-3 overflow-auto p-4" aria-busy={isBusy}>
      <p className="text-muted">{t('share.intro')}</p>
      <label className="flex min-h-8 items-center gap-4">
        {t('share.name')}
        <input
          data-first-focus
          className={`${FIELD} min-w-0 flex-1`}
          value={title}
          maxLength={LINK_LIMITS.maxTitleCharacters}
          onChange={({ target }) => setTitle(target.value)}
        />
      </label>
      <label className="flex flex-col gap-1">
        {t('share.alt')}
        <textarea
          className={`${FIELD} h-auto min-h-16 py-1`}
          rows={2}
          value={alt}
          maxLength={DESCRIPTION_LIMITS.maxAltCharacters}
          placeholder={t('share.altHint')}
          onChange={({ target }) => setAlt(target.value)}
        />
      </label>
      <Choice
        label={t('share.expires')}
        value={expiresInDays}
        options={EXPIRIES.map((value) => ({ value, words: expiryText(value) }))}
        onChoose={setExpiry}
      />
      <div className="flex flex-wrap gap-2">
        {owned && (
          <button type="button" className={PRIMARY_BUTTON} disabled={isBusy} onClick={() => void update(owned)}>
            {t('share.update')}
          </button>
        )}
        <button
          type="button"
          className={owned ? OUTLINE_BUTTON : PRIMARY_BUTTON}
          disabled={isBusy}
          onClick={() => void create()}
        >
          {owned ? t('share.createAnother') : t('share.create')}
        </button>
        {owned && (
          <button type="button" className={OUTLINE_BUTTON} disabled={isBusy} onClick={() => void remove(owned)}>
            {t('share.delete')}
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
      {shown && <Snippets base={shown.url.replace(/\/s\/[^/]*$/, '')} link={shown} />}
      <MyLinks
        // Read anew when a link was made or deleted here.
        key={shown?.id}
        without={shown?.id}
        confirm={(other) => confirm(t('share.confirmDeleteNamed', { title: other }), t('share.delete'))}
        onDeleted={(failed) => {
          setProblem(failed);
          setDone(failed === undefined ? t('share.deleted') : undefined);
        }}
      />
      {confirmDialog}
    </div>
  );
}
