'use client';

import { useEffect, useState } from 'react';
import { Announcer } from './Announcer';
import type { Versions } from '@/components/editor/loadMonaco';
import { DropZone } from './DropZone';
import { HeldKeys } from './HeldKeys';
import type { Example } from '@/components/model/example';
import { PrintedPage } from './PrintedPage';
import { SystemNotice } from './SystemNotice';
import { lazyPart } from '@/components/ui/lazyPart';
import { StatusBar } from './StatusBar';
import { TopBar } from './TopBar';
import { Workspace } from './Workspace';
import { useShortcuts } from '@/components/workbench/actions/useShortcuts';
import { usePlayground, WorkbenchProvider } from '@/components/workbench/context';
import { useLatch } from '@/components/lib/useMediaQuery';
import type { Welcome } from '@/components/workbench/welcome';
import { SkipLinks } from './SkipLinks';
import { exposeTestHook } from '@/components/workbench/testHook';
import { Workbench } from '@/components/workbench/workbench';

const Dialogs = lazyPart('page', () => import('./dialogs/Dialogs'), HeldKeys);
const Notices = lazyPart('page', () => import('./Notices'));

const SHORTCUT_KEYS: ReadonlySet<string> = new Set(['Control', 'Meta']);

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
  const [isNear, setNear] = useState(false);
  const hasDialogs = useLatch(usePlayground(({ dialog }) => dialog !== undefined) || isNear);
  useEffect(() => onShortcut(() => setNear(true)), []);
  return (
    <>
      <div className="grid h-dvh min-h-72 [@media(max-height:300px)]:min-h-[28rem] grid-cols-[minmax(0,1fr)] grid-rows-[auto_minmax(0,1fr)_auto] print:hidden">
        <SkipLinks />
        <div
          onPointerEnter={({ pointerType }) => setNear((wasNear) => wasNear || pointerType === 'mouse')}
          onFocus={() => setNear(true)}
        >
          <TopBar />
          <SystemNotice />
        </div>
        <Workspace versions={versions} />
        <StatusBar />
        <Announcer />
        {hasDialogs && <Dialogs engines={engines} examples={examples} versions={versions} />}
        <Notices />
        <DropZone />
      </div>
      <PrintedPage />
    </>
  );
}

/** Whoever holds a key down that begins shortcuts, or comes to the buttons above, is about to ask for a window. */
function onShortcut(tell: () => void): () => void {
  const hear = ({ key }: KeyboardEvent) => SHORTCUT_KEYS.has(key) && tell();
  window.addEventListener('keydown', hear);
  return () => window.removeEventListener('keydown', hear);
}
