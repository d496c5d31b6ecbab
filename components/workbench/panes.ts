import type { Workbench } from './workbench';

/** The places of the playground that have a key of their own and a link to skip to. */
export const PANES = ['code', 'picture', 'drawer'] as const;

type PaneId = (typeof PANES)[number];

export function focusPane(workbench: Workbench, id: PaneId): void {
  const { gateway } = workbench;
  if (id === 'drawer') gateway.layout.arrange({ isDrawerOpen: true });
  else gateway.layout.arrange({ pane: id });
  // What was hidden takes focus only after it has been drawn.
  requestAnimationFrame(() => {
    if (id === 'code') workbench.editor.focus();
    else document.getElementById(`pane-${id}`)?.focus();
  });
}
