'use client';

import { useCallback, useEffect, useMemo, useState } from 'react';
import { useTranslations } from 'use-intl';
import { AdminLink, type AdminView } from './model/adminLink';
import { AdminContext, type AdminHandle, type Said } from './parts/context';
import { useCodes } from './parts/useCodes';
import { useConfirm } from '@/components/ui/ConfirmDialog';
import { Dashboard } from './Dashboard';
import { SignIn } from './SignIn';

/** The admin page: the sign-in, or everything behind it. */
export function AdminPage({ isSignedIn }: { readonly isSignedIn: boolean }) {
  const t = useTranslations('admin');
  const common = useTranslations('common');
  const say = useCodes();
  const [signedIn, setSignedIn] = useState(isSignedIn);
  /** What was heard, and over which connection. */
  const [heard, setHeard] = useState<{ view: AdminView; link: AdminLink }>();
  const [said, setSaid] = useState<Said>();
  const [confirm, confirmDialog] = useConfirm('goBack');

  useEffect(() => {
    if (!signedIn) return;
    const opened = new AdminLink({
      changed: (view) => setHeard({ view, link: opened }),
      signedOut: () => {
        setSignedIn(false);
        setHeard(undefined);
      },
    });
    return () => opened.close();
  }, [signedIn]);

  const link = heard?.link;
  const send = useCallback<AdminHandle['send']>(
    async (action, args) => {
      const answer = await link?.act(action, args);
      if (answer === undefined) return { ok: false, error: common('unreachable') };
      if (answer.ok || !answer.reason) return answer;
      const { code, values } = answer.reason;
      return { ok: false, error: say('refusal', code, values, answer.error) };
    },
    [link, say, common],
  );
  const act = useCallback<AdminHandle['act']>(
    async (action, args = {}, done) => {
      const answer = await send(action, args);
      if (!answer.ok) setSaid({ text: answer.error, isError: true });
      else setSaid(done === undefined ? undefined : { text: done, isError: false });
      return answer;
    },
    [send],
  );

  const page = useMemo(
    () => heard && { view: heard.view, send, say: setSaid, act, confirm },
    [heard, send, act, confirm],
  );

  const signOut = async () => {
    await fetch('/api/admin/session', { method: 'DELETE' }).catch(() => undefined);
    setSignedIn(false);
    setHeard(undefined);
  };

  if (!signedIn) return <SignIn onSignedIn={() => setSignedIn(true)} />;
  if (!page)
    return (
      <main className="p-8">
        <h1 className="text-2xl font-semibold">{t('title')}</h1>
        <p className="mt-2 text-muted">{t('connecting')}</p>
      </main>
    );
  return (
    <AdminContext value={page}>
      <Dashboard said={said} onSignOut={() => void signOut()} />
      {confirmDialog}
    </AdminContext>
  );
}
