'use client';

import { ChevronDown, ChevronUp } from 'lucide-react';
import { useState } from 'react';
import { OutputPanel } from '@/components/terminal/OutputPanel';
import { usePlayground, useWorkbench } from '@/components/workbench/context';
import { DEFAULT_LAYOUT, DRAWER_TABS } from '@/components/model/settings';
import { ProblemsPanel } from './ProblemsPanel';
import { Splitter } from '@/components/ui/Splitter';
import { ShellPanel } from '@/components/terminal/ShellPanel';
import { ErrorBoundary } from '@/components/ui/ErrorBoundary';
import { FLAT_BUTTON } from '@/components/ui/classes';
import { DrawerTab } from './DrawerTab';

const MIN_HEIGHT = 80;
const MAX_HEIGHT = 600;

/** Problems, output and shell below both panes. Closed it is only its tabs. */
export function Drawer({ language }: { readonly language: string | undefined }) {
  const { gateway } = useWorkbench();
  const { isDrawerOpen, drawerHeight, drawerTab } = usePlayground(({ layout }) => layout);
  const isShellShown = isDrawerOpen && drawerTab === 'shell';
  // Once it is there it stays, whatever is shown instead: a shell goes on behind the other tabs.
  const [hasShell, setHasShell] = useState(false);
  if (isShellShown && !hasShell) setHasShell(true);
  return (
    <section
      id="pane-drawer"
      aria-label="Problems, output and shell"
      tabIndex={-1}
      className="drawer flex flex-col bg-surface"
    >
      {isDrawerOpen ? (
        <Splitter
          label="Height of problems, output and shell"
          orientation="horizontal"
          isUpward
          value={drawerHeight}
          min={MIN_HEIGHT}
          max={MAX_HEIGHT}
          step={16}
          initial={DEFAULT_LAYOUT.drawerHeight}
          valueAt={(event) => (event.currentTarget.parentElement?.getBoundingClientRect().bottom ?? 0) - event.clientY}
          onChange={(height) => gateway.arrange({ drawerHeight: height })}
        />
      ) : (
        <div className="border-t border-line" />
      )}
      <div className="flex h-8 shrink-0 items-center gap-1 bg-background px-2">
        <div role="tablist" aria-label="Problems, output and shell" className="flex h-full gap-1">
          {DRAWER_TABS.map((tab) => (
            <DrawerTab key={tab} tab={tab} isSelected={drawerTab === tab} />
          ))}
        </div>
        <button
          type="button"
          className={`${FLAT_BUTTON} ml-auto`}
          aria-expanded={isDrawerOpen}
          aria-controls="drawer-panel"
          aria-label="Problems, output and shell"
          title={isDrawerOpen ? 'Close' : 'Open'}
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
        className="overflow-hidden border-t border-line"
        style={{ height: drawerHeight }}
      >
        {drawerTab === 'problems' && (
          <ErrorBoundary what="The list of problems">
            <ProblemsPanel />
          </ErrorBoundary>
        )}
        {drawerTab === 'output' && (
          <ErrorBoundary what="The output">
            <OutputPanel />
          </ErrorBoundary>
        )}
        {hasShell && (
          <div className="h-full" hidden={drawerTab !== 'shell'}>
            <ErrorBoundary what="The shell">
              <ShellPanel language={language} isShown={isShellShown} />
            </ErrorBoundary>
          </div>
        )}
      </div>
    </section>
  );
}
