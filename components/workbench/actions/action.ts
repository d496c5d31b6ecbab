import type { LucideIcon } from 'lucide-react';
import type { PlaygroundState } from '@/components/model/state';
import type { Workbench } from '@/components/workbench/workbench';

/**
 * Something a person can do. Toolbar, palette, shortcuts and the sheet of keys all read the same list (registry.ts), so
 * that they cannot disagree.
 */
export interface Action {
  readonly id: string;
  readonly title: string;
  readonly group: 'Render' | 'Picture' | 'Code' | 'Window' | 'Help';
  readonly icon?: LucideIcon;
  /** Combinations as in keys.ts. */
  readonly keys?: readonly string[];
  /** For choices and switches: whether it is chosen now. */
  readonly isOn?: (state: PlaygroundState) => boolean;
  /** Why it cannot be done now, as a sentence; undefined if it can. */
  readonly whyNot?: (state: PlaygroundState) => string | undefined;
  /** The key is left to others while this is false. */
  readonly takesKey?: (state: PlaygroundState) => boolean;
  readonly run: (workbench: Workbench) => void;
}
