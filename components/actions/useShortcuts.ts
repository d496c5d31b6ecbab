'use client';

import { useEffect } from 'react';
import { useWorkbench } from '@/components/playground/context';
import { isMac } from './platform';
import { isPressed } from './keys';
import { perform } from './perform';
import { ACTIONS } from './registry';

/** Keys that are also letters one may want to type. */
const isTyped = (combination: string) => combination.length === 1;

/** Listens before the editor does: what is ours is ours wherever the focus is. */
export function useShortcuts(): void {
  const workbench = useWorkbench();
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const isTyping =
        event.target instanceof HTMLElement &&
        event.target.matches('input, textarea, select, [contenteditable], .native-edit-context');
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
