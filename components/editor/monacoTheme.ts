import { tokenColors } from '@/components/lib/theme';
import type { MonacoModule } from './loadMonaco';

/** Monaco in the colours of the page. Read from the tokens anew whenever these change. */

export const THEME = 'asyground';

const TOKENS = {
  surface: 'surface',
  ink: 'text',
  muted: 'muted',
  line: 'line',
  edge: 'edge',
  accent: 'accent',
  accentSoft: 'accent-soft',
  hover: 'hover',
  raised: 'raised',
  error: 'error',
  warn: 'warn',
  focus: 'focus',
  keyword: 'code-keyword',
  type: 'code-type',
  function: 'code-function',
  string: 'code-string',
  tex: 'code-tex',
  number: 'code-number',
  comment: 'code-comment',
} as const;

export function applyTheme(monaco: MonacoModule): void {
  const color = tokenColors(TOKENS);
  const isDark = parseInt(color.surface.slice(1, 3), 16) < 128;
  monaco.editor.defineTheme(THEME, {
    base: isDark ? 'vs-dark' : 'vs',
    inherit: false,
    rules: [
      { token: '', foreground: color.ink, background: color.surface },
      { token: 'keyword', foreground: color.keyword, fontStyle: 'bold' },
      { token: 'type', foreground: color.type },
      { token: 'constant', foreground: color.type },
      { token: 'function', foreground: color.function },
      { token: 'string', foreground: color.string },
      { token: 'string.tex', foreground: color.tex },
      { token: 'string.escape', foreground: color.tex },
      { token: 'number', foreground: color.number },
      { token: 'comment', foreground: color.comment, fontStyle: 'italic' },
    ],
    colors: {
      'editor.background': color.surface,
      'editor.foreground': color.ink,
      'editorLineNumber.foreground': color.muted,
      'editorLineNumber.activeForeground': color.ink,
      'editorCursor.foreground': color.accent,
      'editor.selectionBackground': `${color.accent}40`,
      'editor.inactiveSelectionBackground': `${color.accent}26`,
      'editor.lineHighlightBackground': `${color.hover}66`,
      'editor.lineHighlightBorder': `${color.hover}00`,
      // The same word elsewhere: Monaco's own grey would make the letters too faint to read.
      'editor.wordHighlightBackground': `${color.accent}14`,
      'editor.wordHighlightStrongBackground': `${color.accent}1f`,
      'editor.wordHighlightTextBackground': `${color.accent}14`,
      'editorIndentGuide.background1': color.line,
      'editorIndentGuide.activeBackground1': color.edge,
      'editorBracketMatch.background': color.accentSoft,
      'editorBracketMatch.border': color.accent,
      // Colours for nested brackets are on whatever the options say: here all are alike.
      'editorBracketHighlight.foreground1': color.ink,
      'editorBracketHighlight.foreground2': color.ink,
      'editorBracketHighlight.foreground3': color.ink,
      'editorBracketHighlight.foreground4': color.ink,
      'editorBracketHighlight.foreground5': color.ink,
      'editorBracketHighlight.foreground6': color.ink,
      'editorBracketHighlight.unexpectedBracket.foreground': color.error,
      'editorError.foreground': color.error,
      'editorWarning.foreground': color.warn,
      // Beside the scroll bar, errors come with the marks of the gutter, not with the squiggles.
      'editorOverviewRuler.errorForeground': `${color.error}00`,
      'editorOverviewRuler.warningForeground': `${color.warn}00`,
      'editorWidget.background': color.raised,
      'editorWidget.foreground': color.ink,
      'editorWidget.border': color.line,
      'editorSuggestWidget.background': color.raised,
      'editorSuggestWidget.border': color.line,
      'editorSuggestWidget.selectedBackground': color.hover,
      'editorSuggestWidget.selectedForeground': color.ink,
      'editorSuggestWidget.highlightForeground': color.accent,
      'editorSuggestWidget.focusHighlightForeground': color.accent,
      'editorHoverWidget.background': color.raised,
      'editorHoverWidget.border': color.line,
      'input.background': color.surface,
      'input.foreground': color.ink,
      'input.border': color.edge,
      focusBorder: color.focus,
      'scrollbarSlider.background': `${color.edge}55`,
      'scrollbarSlider.hoverBackground': `${color.edge}88`,
      'scrollbarSlider.activeBackground': `${color.edge}aa`,
    },
  });
  monaco.editor.setTheme(THEME);
}
