import type { Action } from './action';
import { FILE_ACTIONS } from './fileActions';
import {
  copyPngActions,
  copyTextAction,
  downloadAction,
  downloadAsActions,
  fitAction,
  fullSizeAction,
  groundActions,
  openAction,
  outlineLineAction,
  zoomInAction,
  zoomOutAction,
} from './pictureActions';
import { durationActions, formatActions, liveAction, runAction, stopAction } from './renderActions';
import {
  downloadCodeAction,
  draftsAction,
  drawerActions,
  emptyFileAction,
  galleryAction,
  goBackAction,
  graphsAction,
  historyAction,
  keysAction,
  languageActions,
  newDrawingAction,
  nextProblemAction,
  outlineAction,
  paletteAction,
  paneActions,
  saveAction,
  settingsAction,
  shareAction,
  themeActions,
  tutorialAction,
} from './windowActions';

/** Everything a person can do, in the order of the palette. */
export const ACTIONS: readonly Action[] = [
  runAction,
  stopAction,
  liveAction,
  ...formatActions,
  ...durationActions,
  newDrawingAction,
  draftsAction,
  goBackAction,
  emptyFileAction,
  saveAction,
  historyAction,
  shareAction,
  downloadCodeAction,
  ...FILE_ACTIONS,
  nextProblemAction,
  outlineAction,
  fitAction,
  fullSizeAction,
  zoomInAction,
  zoomOutAction,
  outlineLineAction,
  ...groundActions,
  downloadAction,
  ...downloadAsActions,
  copyTextAction,
  ...copyPngActions,
  openAction,
  ...paneActions,
  ...drawerActions,
  ...themeActions,
  ...languageActions,
  galleryAction,
  graphsAction,
  tutorialAction,
  settingsAction,
  paletteAction,
  keysAction,
];

interface EditorKeys {
  readonly id: 'comment' | 'tabLeaves' | 'find' | 'definition' | 'fold' | 'quickFix' | 'undo';
  readonly keys: string;
  /** Where Monaco binds another combination on a Mac. */
  readonly macKeys?: string;
}

export const TAB_LEAVES: EditorKeys = {
  id: 'tabLeaves',
  keys: 'Mod+M',
  macKeys: 'Ctrl+Shift+M',
};

/** Key bindings that it handles itself; the sheet of keys shows them, too. */
export const EDITOR_KEYS: readonly EditorKeys[] = [
  { id: 'comment', keys: 'Mod+/' },
  TAB_LEAVES,
  { id: 'find', keys: 'Mod+F' },
  { id: 'definition', keys: 'F12' },
  { id: 'fold', keys: 'Mod+Shift+[', macKeys: 'Mod+Alt+[' },
  { id: 'quickFix', keys: 'Mod+.' },
  { id: 'undo', keys: 'Mod+Z' },
];

export function editorKeys({ keys, macKeys }: EditorKeys, isMac: boolean): string {
  return isMac ? (macKeys ?? keys) : keys;
}
