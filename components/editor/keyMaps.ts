import type { editor } from 'monaco-editor';
import type { Settings } from '@/components/model/settings';

/**
 * Vim and Emacs in the editor. Each is loaded when it is chosen and writes what it has to say (Vim its mode and command
 * line, Emacs the keys so far) into the line below the code.
 */

type KeyMap = Settings['keyMap'];

export class KeyMaps {
  private chosen: KeyMap = 'default';
  private detach: (() => void) | undefined;

  constructor(
    private readonly editor: editor.IStandaloneCodeEditor,
    private readonly line: HTMLElement,
  ) {}

  /** The newest choice wins, however long an earlier one takes to load. */
  async choose(keyMap: KeyMap): Promise<void> {
    if (keyMap === this.chosen) return;
    this.chosen = keyMap;
    this.end();
    if (keyMap === 'default') return;
    const attach = await load(keyMap);
    if (this.chosen !== keyMap) return;
    this.line.hidden = false;
    this.detach = attach(this.editor, this.line);
  }

  dispose(): void {
    this.chosen = 'default';
    this.end();
  }

  private end(): void {
    this.detach?.();
    this.detach = undefined;
    this.line.replaceChildren();
    this.line.hidden = true;
  }
}

type Attach = (editor: editor.IStandaloneCodeEditor, line: HTMLElement) => () => void;

async function load(keyMap: Exclude<KeyMap, 'default'>): Promise<Attach> {
  return keyMap === 'vim' ? loadVim() : loadEmacs();
}

async function loadVim(): Promise<Attach> {
  const { initVimMode } = await import('monaco-vim');
  return (editor, line) => {
    const vim = initVimMode(editor, line);
    return () => vim.dispose();
  };
}

/** Control M lets Tab leave the editor, whatever the key map; Tab indents, since there is nothing that formats. */
const OURS = ['C-m', 'Tab'];

async function loadEmacs(): Promise<Attach> {
  const { EmacsExtension, unregisterKey } = await import('monaco-emacs');
  OURS.forEach((key) => unregisterKey(key));
  return (editor, line) => {
    const emacs = new EmacsExtension(editor);
    emacs.onDidChangeKey((keys) => {
      line.textContent = keys === '' ? 'Emacs' : keys;
    });
    line.textContent = 'Emacs';
    emacs.start();
    return () => emacs.dispose();
  };
}
