'use client';

import { useEffect, useState, type CSSProperties } from 'react';
import { Announcer } from './Announcer';
import { Drawer } from './Drawer';
import { CodePane } from '@/components/editor/CodePane';
import type { Versions } from '@/components/editor/loadMonaco';
import { DropZone } from './DropZone';
import type { Example } from '@/components/model/example';
import { SystemNotice } from './SystemNotice';
import { PicturePane } from '@/components/picture/PicturePane';
import { ErrorBoundary } from '@/components/ui/ErrorBoundary';
import { lazyPart } from '@/components/ui/lazyPart';
import { Splitter } from '@/components/ui/Splitter';
import { StatusBar } from './StatusBar';
import { TopBar } from './TopBar';
import { Tutorial } from './Tutorial';
import { useShortcuts } from '@/components/workbench/actions/useShortcuts';
import { WorkbenchProvider, usePlayground, useWorkbench } from '@/components/workbench/context';
import type { Welcome } from '@/components/workbench/gateway';
import { PaneTabs } from './PaneTabs';
import { DEFAULT_LAYOUT } from '@/components/model/settings';
import { SkipLinks } from './SkipLinks';
import { exposeTestHook } from '@/components/workbench/testHook';
import { IS_STACKED, useMediaQuery } from '@/components/lib/useMediaQuery';
import { Workbench } from '@/components/workbench/workbench';
import './workspace.css';

const Dialogs = lazyPart('A part of the page', () => import('./dialogs/Dialogs'));
const Notices = lazyPart('A part of the page', () => import('./Notices'));

interface PlaygroundProps {
  readonly welcome: Welcome;
  /** This browser keeps a draft, which will take the place of the welcome example. */
  readonly hasDraft: boolean;
  readonly versions: Versions;
  /** Of TeX, that are installed. */
  readonly engines: readonly string[];
  readonly examples: readonly Example[];
}

export function Playground({ welcome, hasDraft, versions, engines, examples }: PlaygroundProps) {
  const [workbench] = useState(() => new Workbench(welcome, hasDraft, versions.language));
  useEffect(() => {
    const close = workbench.open();
    let unexpose = () => {};
    void workbench.restored.then(() => (unexpose = exposeTestHook(workbench)));
    return () => {
      close();
      unexpose();
    };
  }, [workbench]);
  return (
    <WorkbenchProvider value={workbench}>
      <Page versions={versions} engines={engines} examples={examples} />
    </WorkbenchProvider>
  );
}

function Page({ versions, engines, examples }: Pick<PlaygroundProps, 'versions' | 'engines' | 'examples'>) {
  useShortcuts();
  return (
    <div className="grid h-dvh min-h-72 grid-cols-[minmax(0,1fr)] grid-rows-[auto_minmax(0,1fr)_auto]">
      <SkipLinks />
      <div>
        <TopBar />
        <SystemNotice />
      </div>
      <Workspace versions={versions} />
      <StatusBar />
      <Announcer />
      <Dialogs engines={engines} examples={examples} />
      <Notices />
      <DropZone />
    </div>
  );
}

const MIN_SPLIT = 15;
const MAX_SPLIT = 85;

function Workspace({ versions }: { readonly versions: Versions }) {
  const { gateway } = useWorkbench();
  const { split, pane } = usePlayground(({ layout }) => layout);
  const isStacked = useMediaQuery(IS_STACKED);
  return (
    <main className="workspace" data-pane={pane} style={{ '--split': split } as CSSProperties}>
      <PaneTabs />
      <CodePane versions={versions} lesson={<Tutorial />} />
      <Splitter
        label="Width of the code"
        orientation={isStacked ? 'horizontal' : 'vertical'}
        value={split}
        min={MIN_SPLIT}
        max={MAX_SPLIT}
        step={2}
        initial={DEFAULT_LAYOUT.split}
        valueAt={(event) => {
          const box = event.currentTarget.parentElement?.getBoundingClientRect() ?? new DOMRect(0, 0, 1, 1);
          const share = isStacked ? (event.clientY - box.top) / box.height : (event.clientX - box.left) / box.width;
          return share * 100;
        }}
        onChange={(next) => gateway.arrange({ split: next })}
      />
      <PicturePane />
      <Drawer language={versions.language} />
    </main>
  );
}
