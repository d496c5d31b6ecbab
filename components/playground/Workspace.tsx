'use client';

import { useEffect, type KeyboardEvent } from 'react';
import { Group, Panel, Separator, usePanelRef } from 'react-resizable-panels';
import { useTranslations } from 'use-intl';
import { CodePane } from '@/components/editor/CodePane';
import type { Versions } from '@/components/editor/loadMonaco';
import { Sliders } from '@/components/editor/Sliders';
import { IS_PHONE, IS_STACKED, useMediaQuery } from '@/components/lib/useMediaQuery';
import { DEFAULT_LAYOUT } from '@/components/model/settings';
import { PicturePane } from '@/components/picture/PicturePane';
import { usePlayground, useWorkbench } from '@/components/workbench/context';
import { Drawer } from './Drawer';
import { PaneTabs } from './PaneTabs';
import { Tutorial } from './Tutorial';
import './workspace.css';

/** CSS pixels. The closed drawer is its tabs and the line above them. */
const CLOSED_DRAWER = 33;
const MIN_DRAWER = CLOSED_DRAWER + 80;
/** So wide, or so high where the panes are stacked, is each of them at least. */
const MIN_WIDTH = 260;
const MIN_HEIGHT = 120;

const NO_SCROLLING = { overflow: 'hidden' };

/** Code and picture, side by side or stacked, above the drawer. The lines between them can be moved, and stay. */
export function Workspace({ versions }: { readonly versions: Versions }) {
  const t = useTranslations('playground');
  const { gateway } = useWorkbench();
  const { split, pane, isDrawerOpen, drawerHeight } = usePlayground(({ layout }) => layout);
  const isStacked = useMediaQuery(IS_STACKED);
  // There the code is on another screen.
  const isPhone = useMediaQuery(IS_PHONE);
  const code = usePanelRef();
  const drawer = usePanelRef();
  useEffect(() => code.current?.resize(`${split}%`), [code, split]);
  useEffect(() => {
    if (isDrawerOpen) drawer.current?.resize(CLOSED_DRAWER + drawerHeight);
    else drawer.current?.collapse();
  }, [drawer, isDrawerOpen, drawerHeight]);

  const keepSplit = () => {
    const size = code.current?.getSize().asPercentage;
    if (size !== undefined) gateway.layout.arrange({ split: Math.round(size * 10) / 10 });
  };
  const keepDrawer = () => {
    const { current } = drawer;
    if (current === null) return;
    if (current.isCollapsed()) return gateway.layout.arrange({ isDrawerOpen: false });
    gateway.layout.arrange({
      isDrawerOpen: true,
      drawerHeight: Math.round(current.getSize().inPixels) - CLOSED_DRAWER,
    });
  };
  /** Enter goes back to what it was at first; all other keys are the line's own. */
  const onEnter = (run: () => void) => (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    run();
  };

  return (
    <main className="workspace" data-pane={pane}>
      <PaneTabs />
      <Group
        orientation="vertical"
        className="min-h-0 flex-1"
        onLayoutChanged={(_, { isUserInteraction }) => isUserInteraction && keepDrawer()}
      >
        <Panel id="panel-panes" style={NO_SCROLLING}>
          <Group
            orientation={isStacked ? 'vertical' : 'horizontal'}
            className="panes"
            onLayoutChanged={(_, { isUserInteraction }) => isUserInteraction && keepSplit()}
          >
            <Panel
              id="panel-code"
              panelRef={code}
              defaultSize={`${DEFAULT_LAYOUT.split}%`}
              minSize={isStacked ? MIN_HEIGHT : MIN_WIDTH}
              style={NO_SCROLLING}
            >
              <CodePane versions={versions} lesson={<Tutorial />} />
            </Panel>
            <Separator
              className="splitter"
              aria-label={t('panes.editorWidth')}
              onKeyDownCapture={onEnter(() => gateway.layout.arrange({ split: DEFAULT_LAYOUT.split }))}
            />
            <Panel id="panel-picture" minSize={isStacked ? MIN_HEIGHT : MIN_WIDTH} style={NO_SCROLLING}>
              <PicturePane controls={isPhone && <Sliders />} />
            </Panel>
          </Group>
        </Panel>
        <Separator
          className="splitter"
          aria-label={t('panes.panelHeight')}
          onKeyDownCapture={onEnter(() => gateway.layout.arrange({ drawerHeight: DEFAULT_LAYOUT.drawerHeight }))}
        />
        <Panel
          id="panel-drawer"
          panelRef={drawer}
          collapsible
          collapsedSize={CLOSED_DRAWER}
          defaultSize={CLOSED_DRAWER}
          minSize={MIN_DRAWER}
          maxSize="75%"
          groupResizeBehavior="preserve-pixel-size"
          style={NO_SCROLLING}
        >
          <Drawer language={versions.language} />
        </Panel>
      </Group>
    </main>
  );
}
