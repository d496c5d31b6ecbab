import { textOf } from '@/components/model/draft';
import { withInsertion } from '@/components/model/insertion';
import type { Fix } from '@/components/model/problemText';
import { problemsOf } from '@/components/model/state';
import type { Place } from '@/core/diagnostics/problems';
import type { Gateway } from './gateway';

/** What the editor, whichever it is, can be asked for. */
export interface EditorHandle {
  focus(): void;
  /** Shows the place and puts the cursor there. */
  reveal(place: Place): void;
  /** Where the cursor is in the text. */
  offset(): number;
  /** Whether it offers completions now. */
  isCompleting(): boolean;
  /** What is changed until the answer is called is undone at once. */
  joinEdits(): () => void;
}

/** The way of the rest of the page to the editor that is there at the moment. */
export class EditorPort {
  private editor: EditorHandle | undefined;
  private nextProblem = 0;

  constructor(private readonly gateway: Gateway) {}

  /** The newest one counts: Monaco takes the place of the plain field. */
  attach(editor: EditorHandle): void {
    this.editor = editor;
  }

  get isCompleting(): boolean {
    return this.editor?.isCompleting() ?? false;
  }

  focus(): void {
    this.editor?.focus();
  }

  joinEdits(): () => void {
    return this.editor?.joinEdits() ?? (() => {});
  }

  /** Below the line of the cursor, as something that can be undone. */
  insert(code: string): void {
    const { draft } = this.gateway.state;
    const text = textOf(draft, draft.active);
    this.gateway.draft.editText(draft.active, withInsertion(text, this.editor?.offset() ?? text.length, code));
    this.focus();
  }

  /** What stands there, as something that can be undone. */
  replace({ file, line, column, endColumn }: Place, text: string): void {
    const lines = textOf(this.gateway.state.draft, file).split('\n');
    const before = lines[line - 1];
    if (before === undefined) return;
    lines[line - 1] = before.slice(0, column - 1) + text + before.slice(endColumn - 1);
    this.gateway.draft.editText(file, lines.join('\n'));
    this.focus();
  }

  /** Puts a problem right, as something that can be undone. */
  apply({ kind, code }: Fix, place: Place | undefined): void {
    if (kind === 'change') return place && this.replace(place, code);
    if (kind === 'add') return place && this.replace({ ...place, column: place.endColumn }, code);
    const { draft } = this.gateway.state;
    const file = place?.file ?? draft.main;
    this.gateway.draft.editText(file, `${code}\n${textOf(draft, file)}`);
    this.focus();
  }

  reveal(place: Place): void {
    this.gateway.layout.arrange({ pane: 'code' });
    this.editor?.reveal(place);
  }

  /** One after the other, and from the beginning again. */
  revealNextProblem(): void {
    const places = problemsOf(this.gateway.state).flatMap(({ place }) => place ?? []);
    const place = places[this.nextProblem % Math.max(1, places.length)];
    this.nextProblem += 1;
    if (place) this.reveal(place);
  }
}
