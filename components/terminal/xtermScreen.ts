import { FitAddon } from '@xterm/addon-fit';
import { Terminal } from '@xterm/xterm';
import { translatorOf } from '@/components/lib/translator';
import { onThemeChange, tokenColors } from '@/components/lib/theme';
import type { ShellScreen } from './shellDisplay';
import '@xterm/xterm/css/xterm.css';

/** xterm.js in the colours and letters of the page, as large as its container. */

const TOKENS = {
  background: 'surface',
  foreground: 'text',
  cursor: 'accent',
  cursorAccent: 'surface',
  red: 'error',
  yellow: 'warn',
  green: 'ok',
  blue: 'accent',
  scrollbarSliderBackground: 'line',
  scrollbarSliderHoverBackground: 'edge',
  scrollbarSliderActiveBackground: 'edge',
  selection: 'accent',
} as const;

const BRACKETED_PASTE = '\x1b[?2004h';

interface ScreenEvents {
  typed(data: string): void;
  resized(): void;
}

export class XtermScreen implements ShellScreen {
  private readonly terminal: Terminal;
  private readonly ends: (() => void)[] = [];
  /** Escape was pressed: the next Tab leaves the terminal. */
  private isLeaving = false;

  constructor(container: HTMLElement, fontSize: number, events: ScreenEvents) {
    const fontFamily = getComputedStyle(document.documentElement).getPropertyValue('--mono').trim();
    const terminal = new Terminal({ fontFamily, fontSize, lineHeight: 1.3, scrollback: 5000, theme: theme() });
    const fit = new FitAddon();
    this.terminal = terminal;
    terminal.loadAddon(fit);
    terminal.open(container);
    terminal.textarea?.setAttribute('aria-label', translatorOf('terminal')('wayOut'));
    terminal.attachCustomKeyEventHandler((event) => this.isForShell(event));
    terminal.onData((data) => events.typed(data));
    terminal.onResize(() => events.resized());
    terminal.write(BRACKETED_PASTE);
    const observer = new ResizeObserver(() => {
      // Hidden behind another tab it has no size.
      if (container.clientHeight > 0) fit.fit();
    });
    observer.observe(container);
    this.ends.push(
      onThemeChange(() => (terminal.options.theme = theme())),
      () => observer.disconnect(),
      () => terminal.dispose(),
    );
  }

  columns(): number {
    return this.terminal.cols;
  }

  write(text: string): void {
    this.terminal.write(text);
  }

  focus(): void {
    this.terminal.focus();
  }

  dispose(): void {
    this.ends.forEach((end) => end());
  }

  /** Keys that are the browser's: copying what is selected, pasting, and the way out. */
  private isForShell({ type, key, ctrlKey, metaKey, shiftKey }: KeyboardEvent): boolean {
    if (type !== 'keydown') return true;
    const letter = key.toLowerCase();
    const leaves = key === 'Tab' && (this.isLeaving || shiftKey);
    this.isLeaving = key === 'Escape';
    if (leaves) return false;
    if ((ctrlKey || metaKey) && letter === 'v') return false;
    return !(ctrlKey && letter === 'c' && this.terminal.hasSelection());
  }
}

function theme() {
  const { selection, ...colors } = tokenColors(TOKENS);
  return { ...colors, selectionBackground: `${selection}40` };
}
