'use client';

import { useCallback, useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { useStore } from 'zustand';
import { AdminLink } from './model/adminLink';
import { AdminStore } from './model/adminStore';
import { AdminContext, type AdminHandle } from './parts/context';
import { useCodes } from './parts/useCodes';
import { useConfirm } from '@/components/ui/ConfirmDialog';
import { Dashboard } from './Dashboard';
import { SignIn } from './SignIn';
import { at } from '@/core/basePath';

interface AdminPageProps {
  readonly isSignedIn: boolean;
  /** Above the sign-in: that of every page. */
  readonly header: ReactNode;
}

/** The admin page: the sign-in, or everything behind it. */
export function AdminPage({ isSignedIn, header }: AdminPageProps) {
  const common = useTranslations('common');
  const say = useCodes();
  const [signedIn, setSignedIn] = useState(isSignedIn);
  const [adminStore] = useState(() => new AdminStore());
  const link = useRef<AdminLink>(undefined);
  const [confirm, confirmDialog] = useConfirm('goBack');

  const forget = useCallback(() => {
    setSignedIn(false);
    adminStore.signedOut();
  }, [adminStore]);

  useEffect(() => {
    if (!signedIn) return;
    const opened = new AdminLink(adminStore, forget);
    link.current = opened;
    return () => opened.close();
  }, [signedIn, adminStore, forget]);

  const page = useMemo((): AdminHandle => {
    const send: AdminHandle['send'] = async (action, args) => {
      const answer = await link.current?.act(action, args);
      if (answer === undefined) return { ok: false, error: common('unreachable') };
      if (answer.ok || !answer.reason) return answer;
      const { code, values } = answer.reason;
      return { ok: false, error: say('refusal', code, values, answer.error) };
    };
    const act: AdminHandle['act'] = async (action, args, done, undo) => {
      const answer = await send(action, args);
      if (!answer.ok) adminStore.say({ text: answer.error, isError: true });
      else adminStore.say(done === undefined ? undefined : { text: done, isError: false, undo });
      return answer;
    };
    const ask: AdminHandle['ask'] = async (question, args) => {
      const answer = await link.current?.ask(question, args);
      if (answer === undefined) return { ok: false, error: common('unreachable') };
      if (answer.ok || !answer.reason) return answer;
      const { code, values } = answer.reason;
      return { ok: false, error: say('refusal', code, values, answer.error) };
    };
    return { store: adminStore.store, send, ask, say: (said) => adminStore.say(said), act, confirm };
  }, [adminStore, say, common, confirm]);

  const signOut = async () => {
    await fetch(at('/api/admin/session'), { method: 'DELETE' }).catch(() => undefined);
    forget();
  };

  if (!signedIn)
    return (
      <>
        {header}
        <SignIn onSignedIn={() => setSignedIn(true)} />
      </>
    );
  return (
    <AdminContext value={page}>
      <Connected store={adminStore} onSignOut={() => void signOut()} />
      {confirmDialog}
    </AdminContext>
  );
}

/** The panels, once the front has told of them. */
function Connected({ store: { store }, onSignOut }: { readonly store: AdminStore; readonly onSignOut: () => void }) {
  const t = useTranslations('admin');
  const hasHeard = useStore(store, ({ user }) => user !== undefined);
  const said = useStore(store, (state) => state.said);
  if (hasHeard) return <Dashboard onSignOut={onSignOut} />;
  return (
    <main className="p-8">
      <h1 className="text-2xl font-semibold">{t('title')}</h1>
      <p className="mt-2 text-muted">{said?.text ?? t('connecting')}</p>
    </main>
  );
}
