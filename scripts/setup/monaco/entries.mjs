// What the page imports of Monaco: the editor, and what compares two programs.

/** Parts of the editor, each as Monaco names it. Not there is what no language of ours provides, or what is turned off. */
const FEATURES = [
  'anchorSelect',
  'bracketMatching',
  'caretOperations',
  'clipboard',
  'codeAction',
  'codicon',
  'comment',
  'contextmenu',
  'cursorUndo',
  'dnd',
  'find',
  'folding',
  'fontZoom',
  'gotoError',
  'gotoSymbol',
  'hover',
  'iPadShowKeyboard',
  'indentation',
  'lineSelection',
  'linesOperations',
  'longLinesHelper',
  'multicursor',
  'parameterHints',
  'readOnlyMessage',
  'smartSelect',
  'snippet',
  'toggleTabFocusMode',
  'tokenization',
  'unicodeHighlighter',
  'unusualLineTerminators',
  'wordHighlighter',
  'wordOperations',
  'wordPartOperations',
];

/** Of what comes later (lean.mjs). */
const LATER_STYLES = [
  'platform/actionWidget/browser/actionWidget',
  'base/browser/ui/table/table',
  'base/browser/ui/tree/media/tree',
  'base/browser/ui/splitview/splitview',
  'editor/contrib/zoneWidget/browser/zoneWidget',
  'editor/contrib/peekView/browser/media/peekViewWidget',
  'editor/contrib/gotoSymbol/browser/peek/referencesWidget',
];

/** What compares is a service that must be known when the editor starts; it is small. */
const EDITOR = `
${FEATURES.map((name) => `import 'monaco-editor/features/${name}/register';`).join('\n')}
${LATER_STYLES.map((name) => `import './node_modules/monaco-editor/esm/vs/${name}.css';`).join('\n')}
import 'monaco-editor/editor/contrib/suggest/browser/suggestController';
import 'monaco-editor/editor/standalone/browser/referenceSearch/standaloneReferenceSearch';
import 'monaco-editor/editor/browser/widget/diffEditor/diffProviderFactoryService';
export * from 'monaco-editor/editor/editor.api';
`;

/** Monaco's own class of it is part of the editor, where it is left out. */
const COMPARISON = `
import { DiffEditorWidget } from 'monaco-editor/editor/browser/widget/diffEditor/diffEditorWidget';
import { IStandaloneThemeService } from 'monaco-editor/editor/standalone/common/standaloneTheme';
import { StandaloneServices } from 'monaco-editor/editor/standalone/browser/standaloneServices';
import { IInstantiationService } from 'monaco-editor/platform/instantiation/common/instantiation';

export function createDiffEditor(container, options) {
  const theme = StandaloneServices.get(IStandaloneThemeService).registerEditorContainer(container);
  const editor = StandaloneServices.get(IInstantiationService).createInstance(DiffEditorWidget, container, options, {});
  editor.onDidDispose(() => theme.dispose());
  return editor;
}
`;

/** @type {Readonly<Record<string, string>>} */
export const ENTRIES = { editor: EDITOR, comparison: COMPARISON };
