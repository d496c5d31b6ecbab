'use client';

import { useEffect } from 'react';
import { useWorkbench } from '@/components/workbench/context';
import { TEST_IDS } from '@/components/lib/testIds';
import { isLeftToKeyMap } from './keyMapKeys';
import { isPressed } from '@/components/lib/keys';
import { perform } from './perform';
import { isMac } from '@/components/lib/platform';
import { ACTIONS } from './registry';

/** Keys that are also letters one may want to type. */
const isTyped = (combination: string) => combination.length === 1;

/** Fields in which a letter is a letter. Monaco's own field is a plain element with this class. */
const FIELDS = 'input, textarea, select, [contenteditable], .native-edit-context';
/** What Escape closes by itself; it stops a render only when none of these is open. */
const CLOSED_BY_ESCAPE =
  '[role=menu], [role=dialog][data-open], [role=alertdialog][data-open], .suggest-widget.visible, .parameter-hints-widget.visible, .find-widget.visible';

const EDITOR = `[data-testid=${TEST_IDS.editor}]`;

/** Listens before the editor does: what is ours is ours wherever the focus is. */
export function useShortcuts(): void {
  const workbench = useWorkbench();
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const isTyping = event.target instanceof HTMLElement && event.target.matches(FIELDS);
      const isInEditor = event.target instanceof Element && event.target.closest(EDITOR) !== null;
      if (isInEditor && isLeftToKeyMap(workbench.state.settings.keyMap, event)) return;
      if (event.key === 'Escape' && document.querySelector(CLOSED_BY_ESCAPE) !== null) return;
      for (const action of ACTIONS) {
        const combination = action.keys?.find((keys) => isPressed(keys, event, isMac()));
        if (combination === undefined || (isTyping && isTyped(combination))) continue;
        if (action.takesKey?.(workbench.state) === false) continue;
        event.preventDefault();
        event.stopPropagation();
        perform(action, workbench);
        return;
      }
    };
    window.addEventListener('keydown', listen, { capture: true });
    return () => window.removeEventListener('keydown', listen, { capture: true });
  }, [workbench]);
}
