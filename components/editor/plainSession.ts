import { textOf } from '@/components/model/draft';
import type { PlaygroundState } from '@/components/model/state';
import type { EditorHandle } from '@/components/workbench/editorPort';
import type { Workbench } from '@/components/workbench/workbench';
import type { Place } from '@/core/diagnostics/problems';

/** Browsers lay out every line of a field at once: tens of thousands take them half a minute. */
const MAX_LINES = 2000;

export function hasManyLines(text: string): boolean {
  let lines = 1;
  for (let end = text.indexOf('\n'); end >= 0 && lines <= MAX_LINES; end = text.indexOf('\n', end + 1)) lines += 1;
  return lines > MAX_LINES;
}

/** A plain text field bound to the workbench. What was typed before the page was alive counts. */
export class PlainSession implements EditorHandle {
  private readonly unsubscribe: () => void;

  constructor(
    private readonly field: HTMLTextAreaElement,
    private readonly workbench: Workbench,
  ) {
    if (!workbench.state.isRestoring) this.edit();
    this.field.addEventListener('input', this.edit);
    this.field.addEventListener('selectionchange', this.noteCursor);
    this.unsubscribe = workbench.gateway.store.subscribe((state) => this.follow(state));
    this.follow(workbench.state);
    workbench.editor.attach(this);
  }

  focus(): void {
    this.field.focus();
  }

  reveal({ file, line, column }: Place): void {
    this.workbench.gateway.draft.selectFile(file);
    const before = this.field.value.split('\n').slice(0, line - 1);
    const at = before.reduce((sum, text) => sum + text.length + 1, 0) + column - 1;
    this.field.focus();
    this.field.setSelectionRange(at, at);
  }

  offset(): number {
    return this.field.selectionStart;
  }

  isCompleting(): boolean {
    return false;
  }

  /** What is not typed, browsers do not undo in a field. */
  joinEdits(): () => void {
    return () => {};
  }

  dispose(): void {
    this.field.removeEventListener('input', this.edit);
    this.field.removeEventListener('selectionchange', this.noteCursor);
    this.unsubscribe();
  }

  private readonly edit = (): void => {
    this.workbench.gateway.draft.editText(this.workbench.state.draft.active, this.field.value);
  };

  private readonly noteCursor = (): void => {
    const { value, selectionStart, selectionEnd } = this.field;
    const lineAt = (offset: number) => value.slice(0, offset).split('\n').length;
    const [first, last] = [lineAt(selectionStart), lineAt(selectionEnd)];
    this.workbench.gateway.draft.moveCursor({ file: this.workbench.state.draft.active, first, last });
  };

  private follow({ draft }: PlaygroundState): void {
    const text = textOf(draft, draft.active);
    if (this.field.value !== text) this.field.value = text;
  }
}
