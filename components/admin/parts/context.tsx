'use client';

import { createContext, use } from 'react';
import { useStore } from 'zustand';
import { useShallow } from 'zustand/react/shallow';
import type { ActAnswer, ActionArgs, ActionName } from '@/core/admin/actions';
import type { AdminPanels, PanelName } from '@/core/admin/panels';
import { mayAct, type AdminRole } from '@/core/admin/roles';
import type { QuestionArgs, QuestionName } from '@/core/admin/questions';
import type { Asked } from '@/components/admin/model/adminLink';
import type { AdminState, AdminStore, Said, Undo } from '@/components/admin/model/adminStore';

/** What every part of the admin page needs, which is the same as long as the page is there: the store and the actions. */
export interface AdminHandle {
  readonly store: AdminStore['store'];
  /** Runs an action; what came of it is the caller's to tell. */
  readonly send: <Name extends ActionName>(action: Name, args: ActionArgs<Name>) => Promise<ActAnswer>;
  /** Asks for something beyond the panels; the error is in the language of the page. */
  readonly ask: <Name extends QuestionName>(question: Name, args: QuestionArgs<Name>) => Promise<Asked<Name>>;
  readonly say: (said: Said | undefined) => void;
  /** Runs an action; what came of it is told on the page, and if it can be taken back in one step, that is offered. */
  readonly act: <Name extends ActionName>(
    action: Name,
    args: ActionArgs<Name>,
    done?: string,
    undo?: Undo,
  ) => Promise<ActAnswer>;
  /** Asks first, with the number of what is affected. */
  readonly confirm: (question: string, word: string) => Promise<boolean>;
}

export const AdminContext = createContext<AdminHandle | undefined>(undefined);

export function useAdmin(): AdminHandle {
  const page = use(AdminContext);
  if (!page) throw new Error('outside of the admin page');
  return page;
}

/** A part of what is known; the component is drawn again when it changes, and only then. */
export function useAdminState<Part>(select: (state: AdminState) => Part): Part {
  return useStore(useAdmin().store, useShallow(select));
}

/** Undefined while it is not known: nobody leads, the role may not see it, or it could not be read. */
export function usePanel<Name extends PanelName>(name: Name): Partial<AdminPanels>[Name] {
  return useAdminState(({ panels }) => panels[name]);
}

/** A part of a panel, or an object of several. */
export function usePart<Name extends PanelName, Part>(
  name: Name,
  select: (panel: AdminPanels[Name]) => Part,
): Part | undefined {
  return useAdminState(({ panels }) => {
    const panel = panels[name];
    return panel === undefined ? undefined : select(panel);
  });
}

export function useMay(role: AdminRole): boolean {
  return useAdminState(({ user }) => user !== undefined && mayAct(user.role, role));
}
