import type { LucideIcon } from 'lucide-react';
import type { translatorOf } from '@/components/lib/translator';
import type { PlaygroundState } from '@/components/model/state';
import type { Workbench } from '@/components/workbench/workbench';

/** Handed in: the server makes pages of several languages side by side, and the actions are there once. */
export type ActionTranslator = ReturnType<typeof translatorOf<'workbench'>>;

/**
 * Something a person can do. Toolbar, palette, shortcuts and the sheet of keys all read the same list (registry.ts), so
 * that they cannot disagree.
 */
export interface Action {
  readonly id: string;
  readonly title: (t: ActionTranslator) => string;
  readonly group: 'render' | 'picture' | 'code' | 'window' | 'help';
  readonly icon?: LucideIcon;
  /** Combinations as in keys.ts. */
  readonly keys?: readonly string[];
  /** For choices and switches: whether it is chosen now. */
  readonly isOn?: (state: PlaygroundState) => boolean;
  /** Why it cannot be done now, as a sentence; undefined if it can. */
  readonly whyNot?: (state: PlaygroundState, t: ActionTranslator) => string | undefined;
  /** The key is left to others while this is false. */
  readonly takesKey?: (state: PlaygroundState) => boolean;
  readonly run: (workbench: Workbench) => void;
}
