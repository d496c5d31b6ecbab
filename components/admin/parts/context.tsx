'use client';

import { createContext, use } from 'react';
import type { ActAnswer } from '@/core/admin/admin';
import { mayAct, type AdminRole } from '@/core/admin/roles';
import type { AdminView } from '@/components/admin/model/adminLink';
import type { AdminPanels } from '@/components/admin/model/adminPanels';

/** What is told on the page about the last action. */
export interface Said {
  readonly text: string;
  readonly isError: boolean;
}

/** What every part of the admin page needs: the panels as they are now, the actions, and a word about the last one. */
export interface AdminHandle {
  readonly view: AdminView;
  /** Runs an action; what came of it is the caller's to tell. */
  readonly send: (action: string, args: unknown) => Promise<ActAnswer>;
  readonly say: (said: Said | undefined) => void;
  /** Runs an action; what came of it is told on the page. */
  readonly act: (action: string, args?: unknown, done?: string) => Promise<ActAnswer>;
  /** Asks first, with the number of what is affected. */
  readonly confirm: (question: string, word: string) => Promise<boolean>;
}

export const AdminContext = createContext<AdminHandle | undefined>(undefined);

export function useAdmin(): AdminHandle {
  const page = use(AdminContext);
  if (!page) throw new Error('outside of the admin page');
  return page;
}

export function usePanel<Name extends keyof AdminPanels>(name: Name): AdminPanels[Name] | undefined {
  // What a front pushes is what core/admin says; an empty document stands for "not known".
  const panel = useAdmin().view.panels[name] as AdminPanels[Name] | undefined;
  return panel && Object.keys(panel).length > 0 ? panel : undefined;
}

export function useMay(role: AdminRole): boolean {
  return mayAct(useAdmin().view.role, role);
}
