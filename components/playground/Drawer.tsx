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
import { TabList, TabPanel, Tabs } from '@/components/ui/Tabs';
import { Tooltip } from '@/components/ui/Tooltip';
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
    <section id="pane-drawer" aria-label={t('drawer.label')} tabIndex={-1} className="h-full bg-surface">
      <Tabs
        tabs={DRAWER_TABS}
        selected={drawerTab}
        onSelect={(tab) => gateway.layout.arrange({ drawerTab: tab })}
        className="flex h-full flex-col"
      >
        <div className="flex h-8 shrink-0 items-center gap-1 bg-background px-2">
          <TabList label={t('drawer.label')}>
            {DRAWER_TABS.map((tab) => (
              <DrawerTab key={tab} tab={tab} isSelected={drawerTab === tab} />
            ))}
          </TabList>
          <Tooltip text={isDrawerOpen ? common('close') : t('drawer.open')}>
            <button
              type="button"
              className={`${FLAT_BUTTON} ml-auto`}
              aria-expanded={isDrawerOpen}
              aria-controls="drawer-panel"
              aria-label={t('drawer.label')}
              onClick={() => gateway.layout.arrange({ isDrawerOpen: !isDrawerOpen })}
            >
              {isDrawerOpen ? <ChevronDown size={15} aria-hidden /> : <ChevronUp size={15} aria-hidden />}
            </button>
          </Tooltip>
        </div>
        <div id="drawer-panel" hidden={!isDrawerOpen} className="min-h-0 flex-1 overflow-hidden border-t border-line">
          <TabPanel tab="problems">
            <ErrorBoundary what={t('drawer.parts.problems')}>
              <ProblemsPanel />
            </ErrorBoundary>
          </TabPanel>
          <TabPanel tab="output">
            <ErrorBoundary what={t('drawer.parts.output')}>
              <OutputPanel />
            </ErrorBoundary>
          </TabPanel>
          <TabPanel tab="shell" isKept={hasShell}>
            <ErrorBoundary what={t('drawer.parts.shell')}>
              {hasShell && <ShellPanel language={language} isShown={isShellShown} />}
            </ErrorBoundary>
          </TabPanel>
        </div>
      </Tabs>
    </section>
  );
}
