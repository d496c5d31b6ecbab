import { textOf } from '@/components/model/draft';
import type { Workbench } from './workbench';

/**
 * What browser tests use where a person would type: editors group and complete what comes in too fast, so that typed
 * text arrives garbled. `window.asyground.setText('draw(unitcircle);')` is one edit, as if it had been pasted;
 * `window.asyground.text()` reads it back. Neither can do more than the person at the keyboard.
 */
interface TestHook {
  setText(text: string): void;
  text(): string;
}

declare global {
  interface Window {
    asyground?: TestHook;
  }
}

export function exposeTestHook(workbench: Workbench): () => void {
  window.asyground = {
    setText: (text) => workbench.gateway.draft.editText(workbench.state.draft.active, text),
    text: () => textOf(workbench.state.draft, workbench.state.draft.active),
  };
  return () => delete window.asyground;
}
