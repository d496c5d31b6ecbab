'use client';

import { useCallback, useEffect, useMemo, useState } from 'react';
import { AdminLink, type AdminView } from './adminLink';
import { AdminContext, type AdminHandle } from './context';
import { ConfirmDialog, type Question } from './ConfirmDialog';
import { Dashboard } from './Dashboard';
import { SignIn } from './SignIn';

/** The admin page: the sign-in, or everything behind it. */
export function AdminPage({ isSignedIn }: { readonly isSignedIn: boolean }) {
  const [signedIn, setSignedIn] = useState(isSignedIn);
  /** What was heard, and over which connection. */
  const [heard, setHeard] = useState<{ view: AdminView; link: AdminLink }>();
  const [said, setSaid] = useState<{ text: string; isError: boolean }>();
  const [question, setQuestion] = useState<Question>();

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
  const act = useCallback<AdminHandle['act']>(
    async (action, args = {}, done) => {
      const answer = (await link?.act(action, args)) ?? { ok: false as const, error: 'There is no connection.' };
      setSaid(
        answer.ok
          ? done === undefined
            ? undefined
            : { text: done, isError: false }
          : { text: answer.error, isError: true },
      );
      return answer;
    },
    [link],
  );

  const confirm = useCallback<AdminHandle['confirm']>(
    (text, word) =>
      new Promise((resolve) => {
        const answer = (yes: boolean) => {
          setQuestion(undefined);
          resolve(yes);
        };
        setQuestion({ text, word, answer });
      }),
    [],
  );

  const page = useMemo(() => heard && { view: heard.view, act, confirm }, [heard, act, confirm]);

  const signOut = async () => {
    await fetch('/api/admin/session', { method: 'DELETE' }).catch(() => undefined);
    setSignedIn(false);
    setHeard(undefined);
  };

  if (!signedIn) return <SignIn onSignedIn={() => setSignedIn(true)} />;
  if (!page)
    return (
      <main className="p-8">
        <h1 className="text-2xl font-semibold">Admin</h1>
        <p className="mt-2 text-muted">Connecting …</p>
      </main>
    );
  return (
    <AdminContext value={page}>
      <Dashboard said={said} onSignOut={() => void signOut()} />
      <ConfirmDialog question={question} />
    </AdminContext>
  );
}
