'use client';

import { createContext, use } from 'react';
import { useStore } from 'zustand';
import type { PlaygroundState } from '@/components/model/state';
import type { Workbench } from './workbench';

const WorkbenchContext = createContext<Workbench | undefined>(undefined);

export const WorkbenchProvider = WorkbenchContext;

export function useWorkbench(): Workbench {
  const workbench = use(WorkbenchContext);
  if (workbench === undefined) throw new Error('there is no playground around this component');
  return workbench;
}

/** A part of the state; the component is drawn again when it changes. */
export function usePlayground<Part>(select: (state: PlaygroundState) => Part): Part {
  return useStore(useWorkbench().gateway.store, select);
}
