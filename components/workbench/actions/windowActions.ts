import {
  CircleHelp,
  Command,
  FileDown,
  FileX,
  Files,
  GraduationCap,
  History,
  Languages,
  ListTree,
  Monitor,
  Moon,
  Save,
  Settings,
  Shapes,
  Share2,
  SquarePen,
  Sun,
  Undo2,
  Workflow,
} from 'lucide-react';
import { downloadBytes } from '@/components/workbench/files/exportPicture';
import { contentsOf, isBlank } from '@/components/model/draft';
import { PANES, focusPane } from '@/components/workbench/panes';
import { DRAWER_TABS } from '@/components/model/settings';
import { canGoBack, problemsOf } from '@/components/model/state';
import { THEMES, chooseTheme } from '@/components/lib/theme';
import { startTutorial } from '@/components/workbench/tutorial';
import { LOCALE_NAMES, LOCALES } from '@/core/locale';
import { currentLocale } from '@/components/lib/translator';
import type { Action } from './action';
import { at } from '@/core/basePath';

export const saveAction: Action = {
  id: 'save',
  title: (t) => t('actions.save'),
  group: 'code',
  icon: Save,
  keys: ['Mod+S'],
  run: (workbench) => void workbench.save(),
};

export const downloadCodeAction: Action = {
  id: 'download-code',
  title: (t) => t('actions.downloadFile'),
  group: 'code',
  icon: FileDown,
  run({ gateway: { state } }) {
    downloadBytes(state.draft.active, contentsOf(state.draft, state.draft.active) ?? '');
  },
};

export const newDrawingAction: Action = {
  id: 'new-drawing',
  title: (t) => t('actions.newDrawing'),
  group: 'code',
  icon: SquarePen,
  run(workbench) {
    workbench.drafts.startNew();
    workbench.editor.focus();
  },
};

export const draftsAction: Action = {
  id: 'drafts',
  title: (t) => t('actions.drafts'),
  group: 'code',
  icon: Files,
  run: ({ gateway }) => gateway.layout.openDialog('drafts'),
};

/** The first Ctrl+Z after another drawing was opened; from then on the key is the editor's. */
export const goBackAction: Action = {
  id: 'go-back',
  title: (t) => t('actions.goBack'),
  group: 'code',
  icon: Undo2,
  keys: ['Mod+Z'],
  takesKey: (state) => state.dialog === undefined && canGoBack(state),
  whyNot: (state, t) => (canGoBack(state) ? undefined : t('reasons.nothingBefore')),
  run: ({ gateway }) => gateway.goBack(),
};

export const emptyFileAction: Action = {
  id: 'new',
  title: (t) => t('actions.clearFile'),
  group: 'code',
  icon: FileX,
  run(workbench) {
    // An edit and not another draft: undo brings back what was there, and so does the history.
    workbench.keepVersion();
    workbench.gateway.draft.editText(workbench.state.draft.active, '');
    workbench.editor.focus();
  },
};

export const nextProblemAction: Action = {
  id: 'next-problem',
  title: (t) => t('actions.nextProblem'),
  group: 'code',
  keys: ['F8'],
  whyNot: (state, t) => (problemsOf(state).some(({ place }) => place) ? undefined : t('reasons.noProblems')),
  run: (workbench) => workbench.editor.revealNextProblem(),
};

export const graphsAction: Action = {
  id: 'graphs',
  title: (t) => t('actions.graphs'),
  group: 'window',
  icon: Workflow,
  run: () => void window.open(at('/graphs'), '_self'),
};

export const outlineAction: Action = {
  id: 'outline',
  title: (t) => t('actions.outline'),
  group: 'code',
  icon: ListTree,
  keys: ['Mod+Shift+O', 'Ctrl+G'],
  run: ({ gateway }) => gateway.layout.openDialog('outline'),
};

export const paneActions: readonly Action[] = PANES.map((id, index) => ({
  id: `pane-${id}`,
  title: (t) => t(`actions.goTo.${id}`),
  group: 'window',
  keys: [`Alt+${index + 1}`],
  run: (workbench) => focusPane(workbench, id),
}));

export const drawerActions: readonly Action[] = DRAWER_TABS.map((tab) => ({
  id: `drawer-${tab}`,
  title: (t) => t(`actions.show.${tab}`),
  group: 'window',
  run: ({ gateway }) => gateway.layout.arrange({ isDrawerOpen: true, drawerTab: tab }),
}));

const THEME_ICONS = { system: Monitor, light: Sun, dark: Moon } as const;

export const themeActions: readonly Action[] = THEMES.map((theme) => ({
  id: `theme-${theme}`,
  title: (t) => t(`actions.theme.${theme}`),
  group: 'window',
  icon: THEME_ICONS[theme],
  run: () => chooseTheme(theme),
}));

export const languageActions: readonly Action[] = LOCALES.map((locale) => ({
  id: `language-${locale}`,
  title: (t) => t('actions.language', { language: LOCALE_NAMES[locale] }),
  group: 'window',
  icon: Languages,
  isOn: () => currentLocale() === locale,
  run: (workbench) => void workbench.chooseLanguage(locale),
}));

export const tutorialAction: Action = {
  id: 'tutorial',
  title: (t) => t('actions.tutorial'),
  group: 'help',
  icon: GraduationCap,
  isOn: ({ layout }) => layout.isTutorialOpen,
  run: startTutorial,
};

export const galleryAction: Action = {
  id: 'gallery',
  title: (t) => t('actions.examples'),
  group: 'help',
  icon: Shapes,
  run: ({ gateway }) => gateway.layout.openDialog('gallery'),
};

export const historyAction: Action = {
  id: 'history',
  title: (t) => t('actions.history'),
  group: 'code',
  icon: History,
  run: ({ gateway }) => gateway.layout.openDialog('history'),
};

export const shareAction: Action = {
  id: 'share',
  title: (t) => t('actions.share'),
  group: 'code',
  icon: Share2,
  whyNot: ({ draft }, t) => (isBlank(draft) ? t('reasons.nothingToShare') : undefined),
  run: ({ gateway }) => gateway.layout.openDialog('share'),
};

export const settingsAction: Action = {
  id: 'settings',
  title: (t) => t('actions.settings'),
  group: 'window',
  icon: Settings,
  keys: ['Mod+,'],
  run: ({ gateway }) => gateway.layout.openDialog('settings'),
};

export const paletteAction: Action = {
  id: 'palette',
  title: (t) => t('actions.palette'),
  group: 'help',
  icon: Command,
  keys: ['Mod+K', 'F1'],
  run: ({ gateway }) => gateway.layout.openDialog('palette'),
};

export const keysAction: Action = {
  id: 'keys',
  title: (t) => t('actions.help'),
  group: 'help',
  icon: CircleHelp,
  keys: ['?'],
  run: ({ gateway }) => gateway.layout.openDialog('keys'),
};
