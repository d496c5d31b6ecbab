import type { editor } from 'monaco-editor';

/** How Monaco looks and behaves, whoever uses it. */
export const EDITOR_OPTIONS: editor.IStandaloneEditorConstructionOptions = {
  automaticLayout: true,
  minimap: { enabled: false },
  scrollBeyondLastLine: false,
  padding: { top: 10, bottom: 10 },
  lineHeight: 1.5,
  lineNumbersMinChars: 4,
  lineDecorationsWidth: 10,
  showFoldingControls: 'mouseover',
  glyphMargin: false,
  tabSize: 2,
  fixedOverflowWidgets: true,
  overviewRulerLanes: 1,
  overviewRulerBorder: false,
  hideCursorInOverviewRuler: true,
  scrollbar: { verticalScrollbarSize: 10, horizontalScrollbarSize: 10, useShadows: false },
  renderLineHighlight: 'line',
  stickyScroll: { enabled: false },
  // Its number would be too faint to read.
  renderFinalNewline: 'on',
  unicodeHighlight: { ambiguousCharacters: false, nonBasicASCII: false },
  links: false,
  smoothScrolling: false,
  cursorSmoothCaretAnimation: 'off',
  contextmenu: true,
  'semanticHighlighting.enabled': false,
};
