'use client';

import { useState, type ReactNode } from 'react';
import { ADMIN_ACTIONS, type ActionArgs, type ActionName } from '@/core/admin/actions';
import { OUTLINE_BUTTON } from '@/components/ui/classes';
import type { Undo } from '@/components/admin/model/adminStore';
import { useAdmin, useMay } from './context';

interface AdminActionButtonProps<Name extends ActionName> {
  readonly action: Name;
  readonly args: ActionArgs<Name>;
  /** Asked before it is done; what must be looked up first is a promise. */
  readonly question?: string | (() => Promise<string>) | undefined;
  /** What takes it back in one step. */
  readonly undo?: Undo;
  /** Said when it is done. */
  readonly done?: string;
  /** For a screen reader, where the words of the button alone do not say what it acts on. */
  readonly label?: string;
  readonly onShown?: (shown: string) => void;
  readonly children: ReactNode;
}

/** Runs an action. Whoever may not, does not see it; the server refuses them in any case. */
export function AdminActionButton<Name extends ActionName>(props: AdminActionButtonProps<Name>) {
  const { action, args, question, undo, done, label, onShown, children } = props;
  const { act, confirm } = useAdmin();
  const may = useMay(ADMIN_ACTIONS[action].role);
  const [isBusy, setBusy] = useState(false);
  if (!may) return null;
  const run = async () => {
    setBusy(true);
    const asked = typeof question === 'function' ? await question() : question;
    const isMeant = asked === undefined || (await confirm(asked, String(children)));
    const answer = isMeant ? await act(action, args, done, undo) : undefined;
    setBusy(false);
    if (answer?.ok && answer.shown !== undefined) onShown?.(answer.shown);
  };
  return (
    <button type="button" className={OUTLINE_BUTTON} disabled={isBusy} aria-label={label} onClick={() => void run()}>
      {children}
    </button>
  );
}
