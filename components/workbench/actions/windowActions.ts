import {
  CircleHelp,
  Command,
  FileDown,
  FileX,
  GraduationCap,
  History,
  ListTree,
  Monitor,
  Moon,
  Save,
  Settings,
  Shapes,
  Share2,
  SquarePen,
  Sun,
  Workflow,
} from 'lucide-react';
import { downloadBytes } from '@/components/workbench/files/exportPicture';
import { contentsOf, isBlank } from '@/components/model/draft';
import { PANES, focusPane } from '@/components/workbench/panes';
import { DRAWER_TABS } from '@/components/model/settings';
import { problemsOf } from '@/components/model/state';
import { THEMES, chooseTheme } from '@/components/lib/theme';
import { startTutorial } from '@/components/workbench/tutorial';
import type { Action } from './action';

export const saveAction: Action = {
  id: 'save',
  title: 'Save version',
  group: 'Code',
  icon: Save,
  keys: ['Mod+S'],
  run: (workbench) => void workbench.save(),
};

export const downloadCodeAction: Action = {
  id: 'download-code',
  title: 'Download file',
  group: 'Code',
  icon: FileDown,
  run({ gateway: { state } }) {
    downloadBytes(state.draft.active, contentsOf(state.draft, state.draft.active) ?? '');
  },
};

export const newDrawingAction: Action = {
  id: 'new-drawing',
  title: 'New drawing',
  group: 'Code',
  icon: SquarePen,
  run: (workbench) => void workbench.startNew(),
};

export const emptyFileAction: Action = {
  id: 'new',
  title: 'Clear file',
  group: 'Code',
  icon: FileX,
  run(workbench) {
    // An edit and not another draft: undo brings back what was there.
    workbench.gateway.editText(workbench.state.draft.active, '');
    workbench.focusEditor();
  },
};

export const nextProblemAction: Action = {
  id: 'next-problem',
  title: 'Go to next problem',
  group: 'Code',
  keys: ['F8'],
  whyNot: (state) => (problemsOf(state).some(({ place }) => place) ? undefined : 'No problems.'),
  run: (workbench) => workbench.revealNextProblem(),
};

export const graphsAction: Action = {
  id: 'graphs',
  title: 'Task graphs',
  group: 'Window',
  icon: Workflow,
  run: () => void window.open('/graphs', '_self'),
};

export const outlineAction: Action = {
  id: 'outline',
  title: 'Go to symbol',
  group: 'Code',
  icon: ListTree,
  keys: ['Mod+Shift+O'],
  run: ({ gateway }) => gateway.openDialog('outline'),
};

export const paneActions: readonly Action[] = PANES.map(({ id, title }, index) => ({
  id: `pane-${id}`,
  title: `Go to ${title.toLowerCase()}`,
  group: 'Window',
  keys: [`Alt+${index + 1}`],
  run: (workbench) => focusPane(workbench, id),
}));

export const drawerActions: readonly Action[] = DRAWER_TABS.map((tab) => ({
  id: `drawer-${tab}`,
  title: `Show ${tab}`,
  group: 'Window',
  run: ({ gateway }) => gateway.arrange({ isDrawerOpen: true, drawerTab: tab }),
}));

const THEME_TITLES = { system: 'Theme: system', light: 'Theme: light', dark: 'Theme: dark' } as const;
const THEME_ICONS = { system: Monitor, light: Sun, dark: Moon } as const;

export const themeActions: readonly Action[] = THEMES.map((theme) => ({
  id: `theme-${theme}`,
  title: THEME_TITLES[theme],
  group: 'Window',
  icon: THEME_ICONS[theme],
  run: () => chooseTheme(theme),
}));

export const tutorialAction: Action = {
  id: 'tutorial',
  title: 'Tutorial',
  group: 'Help',
  icon: GraduationCap,
  isOn: ({ layout }) => layout.isTutorialOpen,
  run: (workbench) => void startTutorial(workbench),
};

export const galleryAction: Action = {
  id: 'gallery',
  title: 'Examples',
  group: 'Help',
  icon: Shapes,
  run: ({ gateway }) => gateway.openDialog('gallery'),
};

export const historyAction: Action = {
  id: 'history',
  title: 'Version history',
  group: 'Code',
  icon: History,
  run: ({ gateway }) => gateway.openDialog('history'),
};

export const shareAction: Action = {
  id: 'share',
  title: 'Share',
  group: 'Code',
  icon: Share2,
  whyNot: ({ draft }) => (isBlank(draft) ? 'Nothing to share yet.' : undefined),
  run: ({ gateway }) => gateway.openDialog('share'),
};

export const settingsAction: Action = {
  id: 'settings',
  title: 'Settings',
  group: 'Window',
  icon: Settings,
  keys: ['Mod+,'],
  run: ({ gateway }) => gateway.openDialog('settings'),
};

export const paletteAction: Action = {
  id: 'palette',
  title: 'Command palette',
  group: 'Help',
  icon: Command,
  keys: ['Mod+K', 'F1'],
  run: ({ gateway }) => gateway.openDialog('palette'),
};

export const keysAction: Action = {
  id: 'keys',
  title: 'Help and shortcuts',
  group: 'Help',
  icon: CircleHelp,
  keys: ['?'],
  run: ({ gateway }) => gateway.openDialog('keys'),
};
