'use client';

import { useEffect, useState, type CSSProperties } from 'react';
import { Announcer } from '@/components/announcer/Announcer';
import { Drawer } from '@/components/drawer/Drawer';
import { CodePane } from '@/components/editor/CodePane';
import { KeysDialog } from '@/components/help/KeysDialog';
import { Palette } from '@/components/palette/Palette';
import { PicturePane } from '@/components/picture/PicturePane';
import { Splitter } from '@/components/splitter/Splitter';
import { StatusLine } from '@/components/statusLine/StatusLine';
import { TopBar } from '@/components/topBar/TopBar';
import { useShortcuts } from '@/components/actions/useShortcuts';
import { WorkbenchProvider, usePlayground, useWorkbench } from './context';
import type { Welcome } from './gateway';
import { PaneTabs } from './PaneTabs';
import { DEFAULT_LAYOUT } from './settings';
import { SkipLinks } from './SkipLinks';
import { exposeTestHook } from './testHook';
import { IS_STACKED, useMediaQuery } from './useMediaQuery';
import { Workbench } from './workbench';
import './workspace.css';

interface PlaygroundProps {
  readonly welcome: Welcome;
  /** This browser keeps a draft, which will take the place of the welcome example. */
  readonly hasDraft: boolean;
  readonly monacoVersion: string;
}

export function Playground({ welcome, hasDraft, monacoVersion }: PlaygroundProps) {
  const [workbench] = useState(() => new Workbench(welcome, hasDraft));
  useEffect(() => {
    const close = workbench.open();
    const unexpose = exposeTestHook(workbench);
    return () => {
      unexpose();
      close();
    };
  }, [workbench]);
  return (
    <WorkbenchProvider value={workbench}>
      <Page monacoVersion={monacoVersion} />
    </WorkbenchProvider>
  );
}

function Page({ monacoVersion }: { readonly monacoVersion: string }) {
  useShortcuts();
  return (
    <div className="grid h-dvh grid-rows-[auto_minmax(0,1fr)_auto]">
      <SkipLinks />
      <TopBar />
      <Workspace monacoVersion={monacoVersion} />
      <StatusLine />
      <Announcer />
      <Palette />
      <KeysDialog />
    </div>
  );
}

const MIN_SPLIT = 15;
const MAX_SPLIT = 85;

function Workspace({ monacoVersion }: { readonly monacoVersion: string }) {
  const { gateway } = useWorkbench();
  const { split, pane } = usePlayground(({ layout }) => layout);
  const isStacked = useMediaQuery(IS_STACKED);
  return (
    <main className="workspace" data-pane={pane} style={{ '--split': split } as CSSProperties}>
      <PaneTabs />
      <CodePane monacoVersion={monacoVersion} />
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
      <Drawer />
    </main>
  );
}
