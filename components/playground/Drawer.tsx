'use client';

import { ChevronDown, ChevronUp } from 'lucide-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { OutputPanel } from '@/components/terminal/OutputPanel';
import { usePlayground, useWorkbench } from '@/components/workbench/context';
import { DRAWER_TABS } from '@/components/model/settings';
import { ProblemsPanel } from './ProblemsPanel';
import { ShellPanel } from '@/components/terminal/ShellPanel';
import { ErrorBoundary } from '@/components/ui/ErrorBoundary';
import { FLAT_BUTTON } from '@/components/ui/classes';
import { DrawerTab } from './DrawerTab';

/** Problems, output and shell below both panes. Closed it is only its tabs. */
export function Drawer({ language }: { readonly language: string | undefined }) {
  const t = useTranslations('playground');
  const common = useTranslations('common');
  const { gateway } = useWorkbench();
  const { isDrawerOpen, drawerTab } = usePlayground(({ layout }) => layout);
  const isShellShown = isDrawerOpen && drawerTab === 'shell';
  // Once it is there it stays, whatever is shown instead: a shell goes on behind the other tabs.
  const [hasShell, setHasShell] = useState(false);
  if (isShellShown && !hasShell) setHasShell(true);
  return (
    <section id="pane-drawer" aria-label={t('drawer.label')} tabIndex={-1} className="flex h-full flex-col bg-surface">
      <div className="flex h-8 shrink-0 items-center gap-1 bg-background px-2">
        <div role="tablist" aria-label={t('drawer.label')} className="flex h-full gap-1">
          {DRAWER_TABS.map((tab) => (
            <DrawerTab key={tab} tab={tab} isSelected={drawerTab === tab} />
          ))}
        </div>
        <button
          type="button"
          className={`${FLAT_BUTTON} ml-auto`}
          aria-expanded={isDrawerOpen}
          aria-controls="drawer-panel"
          aria-label={t('drawer.label')}
          title={isDrawerOpen ? common('close') : t('drawer.open')}
          onClick={() => gateway.arrange({ isDrawerOpen: !isDrawerOpen })}
        >
          {isDrawerOpen ? <ChevronDown size={15} aria-hidden /> : <ChevronUp size={15} aria-hidden />}
        </button>
      </div>
      <div
        id="drawer-panel"
        role="tabpanel"
        aria-labelledby={`drawer-tab-${drawerTab}`}
        hidden={!isDrawerOpen}
        className="min-h-0 flex-1 overflow-hidden border-t border-line"
      >
        {drawerTab === 'problems' && (
          <ErrorBoundary what={t('drawer.parts.problems')}>
            <ProblemsPanel />
          </ErrorBoundary>
        )}
        {drawerTab === 'output' && (
          <ErrorBoundary what={t('drawer.parts.output')}>
            <OutputPanel />
          </ErrorBoundary>
        )}
        {hasShell && (
          <div className="h-full" hidden={drawerTab !== 'shell'}>
            <ErrorBoundary what={t('drawer.parts.shell')}>
              <ShellPanel language={language} isShown={isShellShown} />
            </ErrorBoundary>
          </div>
        )}
      </div>
    </section>
  );
}
