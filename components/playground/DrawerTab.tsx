'use client';

import type { KeyboardEvent } from 'react';
import { useTranslations } from 'use-intl';
import { usePlayground, useWorkbench } from '@/components/workbench/context';
import { problemsOf } from '@/components/model/state';
import { DRAWER_TABS } from '@/components/model/settings';

type Tab = (typeof DRAWER_TABS)[number];

export function DrawerTab({ tab, isSelected }: { readonly tab: Tab; readonly isSelected: boolean }) {
  const t = useTranslations('playground');
  const { gateway } = useWorkbench();
  const problems = usePlayground((state) => problemsOf(state).length);
  const hasOutput = usePlayground(({ output }) => output !== '');
  const isOpen = usePlayground(({ layout }) => layout.isDrawerOpen);

  const move = (event: KeyboardEvent) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (step === undefined) return;
    const next = DRAWER_TABS.at((DRAWER_TABS.indexOf(tab) + step) % DRAWER_TABS.length) ?? tab;
    gateway.arrange({ drawerTab: next });
    document.getElementById(`drawer-tab-${next}`)?.focus();
  };

  return (
    <button
      id={`drawer-tab-${tab}`}
      type="button"
      role="tab"
      aria-selected={isSelected}
      aria-controls="drawer-panel"
      tabIndex={isSelected ? 0 : -1}
      className="flex items-center gap-1.5 border-b-2 border-transparent px-2 text-muted hover:text-text aria-selected:text-text data-open:aria-selected:border-accent"
      data-open={isOpen || undefined}
      onKeyDown={move}
      onClick={() => gateway.arrange({ drawerTab: tab, isDrawerOpen: !(isOpen && isSelected) })}
    >
      {t(`drawer.tabs.${tab}`)}
      {tab === 'problems' && problems > 0 && (
        <span className="rounded-full bg-error-soft px-1.5 text-xs leading-4 font-medium text-error">{problems}</span>
      )}
      {tab === 'output' && hasOutput && (
        <span className="size-1.5 rounded-full bg-muted">
          <span className="sr-only">{t('drawer.hasOutput')}</span>
        </span>
      )}
    </button>
  );
}
