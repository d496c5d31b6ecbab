import { setDiagnostics, type Diagnostic } from '@codemirror/lint';
import { EditorState, EditorView, Transaction, basicSetup } from '@uiw/react-codemirror';
import { translatorOf } from '@/components/lib/translator';
import { textOf } from '@/components/model/draft';
import { problemText } from '@/components/model/problemText';
import { problemsOf, type PlaygroundState } from '@/components/model/state';
import type { EditorHandle } from '@/components/workbench/editorPort';
import type { Workbench } from '@/components/workbench/workbench';
import type { Place, Problem } from '@/core/diagnostics/problems';
import { browserTables } from '@/components/connection/browserTables';
import { asyStream } from './asyStream';
import { offer } from './codeMirrorCompletion';
import { codeMirrorPhrases } from './codeMirrorPhrases';
import { codeMirrorLook } from './codeMirrorTheme';
import { sentencesOf } from './language/lexicon';
import { minimalEdit } from '@/components/lib/minimalEdit';

/** One CodeMirror editor bound to the workbench. Each file keeps its state, so that each has its own undo. */
export class CodeMirrorSession implements EditorHandle {
  private readonly view: EditorView;
  private readonly states = new Map<string, EditorState>();
  private readonly unsubscribe: () => void;
  private shown: string;
  private isJoining = false;

  constructor(
    container: HTMLElement,
    private readonly workbench: Workbench,
    private readonly language: string | undefined,
  ) {
    const { draft } = workbench.state;
    this.shown = draft.active;
    this.view = new EditorView({
      parent: container,
      state: this.newState(draft.active, textOf(draft, draft.active)),
    });
    this.unsubscribe = workbench.gateway.store.subscribe((state, before) => this.follow(state, before));
    this.mark(workbench.state);
    workbench.editor.attach(this);
  }

  focus(): void {
    this.view.focus();
  }

  reveal({ file, line, column }: Place): void {
    this.workbench.gateway.draft.selectFile(file);
    const at = this.loadedOffset(line, column);
    this.view.dispatch({ selection: { anchor: at }, effects: EditorView.scrollIntoView(at, { y: 'center' }) });
    this.view.focus();
  }

  offset(): number {
    return this.view.state.selection.main.head;
  }

  isCompleting(): boolean {
    return this.view.hasFocus && this.view.dom.querySelector('.cm-tooltip-autocomplete') !== null;
  }

  /** Until then nothing is noted for undo; then the text goes back and forth once, and that is. */
  joinEdits(): () => void {
    const before = this.view.state.doc.toString();
    this.isJoining = true;
    return () => {
      const after = this.view.state.doc.toString();
      if (this.isJoining && after !== before) this.setText(before);
      this.isJoining = false;
      if (after !== before) this.setText(after);
    };
  }

  dispose(): void {
    this.unsubscribe();
    this.view.destroy();
  }

  private newState(name: string, doc: string): EditorState {
    // The same list at every question, or CodeMirror would take it for another source and forget what was asked.
    const t = translatorOf('editor');
    const data = [{ autocomplete: this.offer(name) }];
    return EditorState.create({
      doc,
      extensions: [
        basicSetup({ foldGutter: false, highlightSelectionMatches: false }),
        name.endsWith('.asy') ? asyStream : [],
        codeMirrorLook,
        EditorState.languageData.of(() => data),
        EditorView.contentAttributes.of({
          'aria-label': t('code', { name }),
          // It can be focused anyway; that what scrolls around it can be reached by keys is not seen without.
          tabindex: '0',
          autocapitalize: 'off',
          autocorrect: 'off',
        }),
        EditorState.phrases.of(codeMirrorPhrases(t)),
        EditorView.updateListener.of(({ docChanged, selectionSet, state }) => {
          const { draft } = this.workbench.gateway;
          if (docChanged) draft.editText(name, state.doc.toString());
          const { from, to } = state.selection.main;
          const [first, last] = [state.doc.lineAt(from).number, state.doc.lineAt(to).number];
          if (docChanged || selectionSet) draft.moveCursor({ file: name, first, last });
        }),
      ],
    });
  }

  private offer(name: string) {
    const tables = this.language === undefined ? undefined : browserTables(this.language);
    return (context: Parameters<typeof offer>[0]) =>
      offer(context, name, this.workbench.state.draft, tables, () => sentencesOf('names'));
  }

  private follow(state: PlaygroundState, before: PlaygroundState): void {
    if (state.draft !== before.draft) this.followDraft(state);
    if (problemsOf(state) !== problemsOf(before)) this.mark(state);
  }

  private followDraft({ draft }: PlaygroundState): void {
    const text = textOf(draft, draft.active);
    if (draft.active !== this.shown) {
      this.states.set(this.shown, this.view.state);
      this.shown = draft.active;
      this.view.setState(this.states.get(draft.active) ?? this.newState(draft.active, text));
    }
    if (this.view.state.doc.toString() !== text) this.setText(text);
  }

  private setText(text: string): void {
    const { from, to, text: insert } = minimalEdit(this.view.state.doc.toString(), text);
    const annotations = this.isJoining ? Transaction.addToHistory.of(false) : [];
    this.view.dispatch({ changes: { from, to, insert }, annotations });
  }

  private mark(state: PlaygroundState): void {
    const diagnostics = problemsOf(state).flatMap((problem) => this.diagnostic(problem));
    this.view.dispatch(setDiagnostics(this.view.state, diagnostics));
  }

  private diagnostic(problem: Problem): Diagnostic[] {
    const { severity, place } = problem;
    if (place?.file !== this.shown) return [];
    return [
      {
        severity,
        message: problemText(problem),
        from: this.loadedOffset(place.line, place.column),
        to: this.loadedOffset(place.line, place.endColumn),
      },
    ];
  }

  /** Never beyond the text, which may have changed since the problem was found. */
  private loadedOffset(line: number, column: number): number {
    const { doc } = this.view.state;
    const found = doc.line(Math.min(line, doc.lines));
    return Math.min(found.from + column - 1, found.to);
  }
}
