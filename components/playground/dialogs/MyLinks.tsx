'use client';

import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { browserStorage } from '@/components/lib/browserStorage';
import { OUTLINE_BUTTON } from '@/components/ui/classes';
import { forgetLink, ownedLinks, type OwnedLink } from '@/components/persistence/ownedLinks';
import { deleteLink } from '@/components/connection/shareClient';

interface MyLinksProps {
  /** The one that the dialog is about has buttons of its own. */
  readonly without: string | undefined;
  /** Asks before a link is deleted. */
  readonly confirm: (title: string) => Promise<boolean>;
  readonly onDeleted: (problem: string | undefined) => void;
}

/** The other links that were made in this browser, for whoever wants to find or delete one. */
export function MyLinks({ without, confirm, onDeleted }: MyLinksProps) {
  const t = useTranslations('playground');
  const common = useTranslations('common');
  const [links, setLinks] = useState(() => ownedLinks(browserStorage('localStorage')));
  const [busy, setBusy] = useState<string>();
  const others = links.filter(({ id }) => id !== without);
  if (others.length === 0) return null;
  const remove = async ({ id, token, title }: OwnedLink) => {
    if (!(await confirm(title))) return;
    setBusy(id);
    const problem = await deleteLink(id, token);
    setBusy(undefined);
    onDeleted(problem);
    if (problem !== undefined) return;
    const store = browserStorage('localStorage');
    forgetLink(store, id);
    setLinks(ownedLinks(store));
  };
  return (
    <details className="border-t border-line pt-3">
      <summary className="cursor-pointer">{t('share.others', { count: others.length })}</summary>
      <ul className="mt-2 flex flex-col gap-1">
        {others.map((link) => (
          <li key={link.id} className="flex items-center gap-2">
            <a
              href={link.url}
              target="_blank"
              rel="noreferrer"
              className="min-w-0 flex-1 truncate text-accent underline"
            >
              {link.title}
            </a>
            <button
              type="button"
              className={OUTLINE_BUTTON}
              disabled={busy !== undefined}
              aria-label={t('share.deleteNamed', { title: link.title })}
              onClick={() => void remove(link)}
            >
              {common('delete')}
            </button>
          </li>
        ))}
      </ul>
    </details>
  );
}
