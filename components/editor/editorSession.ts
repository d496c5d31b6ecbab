import type { editor, IDisposable, IPosition, IRange } from 'monaco-editor';
import { contentsOf } from '@/components/model/draft';
import { problemText } from '@/components/model/problemText';
import { isCalm, problemsOf, type PlaygroundState } from '@/components/model/state';
import type { EditorHandle } from '@/components/workbench/editorPort';
import type { Workbench } from '@/components/workbench/workbench';
import type { Place, Problem } from '@/core/diagnostics/problems';
import { isMac } from '@/components/lib/platform';
import { translatorOf } from '@/components/lib/translator';
import { onThemeChange } from '@/components/lib/theme';
import { KeyMaps } from './keyMaps';
import { setFixes } from './language/monacoFixes';
import { minimalEdit } from '@/components/lib/minimalEdit';
import { LANGUAGE, type MonacoModule } from './loadMonaco';
import { fileOfModel, modelAddress } from './modelAddress';
import { applyTheme } from './monacoTheme';
import { attachNumberDrag } from './numberDrag';

/**
 * A Monaco editor, which whoever made it ends, bound to the workbench: a model for each file, so that each has its own undo and cursor. What is
 * typed goes to the gateway; what changes there by other hands comes back as an edit that can be undone.
 */

const MARKER_OWNER = 'asyground';

export class EditorSession implements EditorHandle {
  private readonly models = new Map<string, editor.ITextModel>();
  private readonly viewStates = new Map<string, editor.ICodeEditorViewState | null>();
  private readonly ends: (() => void)[] = [];
  private readonly keyMaps: KeyMaps;
  private readonly gutter: editor.IEditorDecorationsCollection;
  private shown = '';
  private isJoining = false;

  constructor(
    private readonly monaco: MonacoModule,
    private readonly editor: editor.IStandaloneCodeEditor,
    /** Where a key map tells its mode. */
    keyMapLine: HTMLElement,
    private readonly workbench: Workbench,
  ) {
    const nothing = editor.getModel();
    editor.setModel(null);
    nothing?.dispose();
    editor.updateOptions({ fontSize: workbench.state.settings.fontSize, fontFamily: monoFont() });
    this.gutter = editor.createDecorationsCollection();
    this.keyMaps = new KeyMaps(this.editor, keyMapLine);
    applyTheme(monaco);
    this.ends.push(onThemeChange(() => applyTheme(monaco)));
    this.ends.push(workbench.gateway.store.subscribe((state, before) => this.follow(state, before)));
    const opener = monaco.editor.registerEditorOpener({
      openCodeEditor: (_source, address, at) => this.open(fileOfModel(address), at),
    });
    this.ends.push(() => opener.dispose());
    const cursor = editor.onDidChangeCursorSelection(({ selection }) => this.noteCursor(selection));
    this.ends.push(() => cursor.dispose());
    this.ends.push(attachNumberDrag(editor, workbench));
    this.follow(workbench.state, undefined);
    workbench.editor.attach(this);
  }

  focus(): void {
    this.editor.focus();
  }

  reveal({ file, line, column }: Place): void {
    if (file !== this.shown) this.workbench.gateway.draft.selectFile(file);
    this.editor.setPosition({ lineNumber: line, column });
    this.editor.revealLineInCenterIfOutsideViewport(line);
    this.editor.focus();
  }

  offset(): number {
    const position = this.editor.getPosition();
    return (position && this.editor.getModel()?.getOffsetAt(position)) ?? 0;
  }

  isCompleting(): boolean {
    return this.editor.hasTextFocus() && document.querySelector('.suggest-widget.visible') !== null;
  }

  joinEdits(): () => void {
    const model = this.editor.getModel();
    model?.pushStackElement();
    this.isJoining = true;
    return () => {
      this.isJoining = false;
      model?.pushStackElement();
    };
  }

  dispose(): void {
    this.ends.forEach((end) => end());
    this.keyMaps.dispose();
    this.models.forEach((model) => model.dispose());
  }

  /** A selection that ends before the first letter of a line has nothing of it. */
  private noteCursor({ startLineNumber: first, endLineNumber, endColumn }: IRange): void {
    const last = endColumn === 1 ? Math.max(first, endLineNumber - 1) : endLineNumber;
    this.workbench.gateway.draft.moveCursor({ file: this.shown, first, last });
  }

  /** Another file of the draft, as when a name is defined there. */
  private open(file: string | undefined, at: IRange | IPosition | undefined): boolean {
    if (file === undefined) return false;
    const { lineNumber, column } =
      at && 'lineNumber' in at ? at : { lineNumber: at?.startLineNumber ?? 1, column: at?.startColumn ?? 1 };
    this.reveal({ file, line: lineNumber, column, endColumn: column });
    return true;
  }

  private follow(state: PlaygroundState, before: PlaygroundState | undefined): void {
    if (state.draft !== before?.draft) this.followDraft(state);
    const hasChanged = before === undefined || problemsOf(state) !== problemsOf(before);
    if (hasChanged) this.mark(problemsOf(state));
    if (hasChanged || isCalm(state) !== isCalm(before) || state.draft.active !== before.draft.active)
      this.markGutter(isCalm(state) ? [] : problemsOf(state));
    if (state.settings.fontSize !== before?.settings.fontSize) {
      this.editor.updateOptions({ fontSize: state.settings.fontSize });
    }
    this.keyMaps
      .choose(state.settings.keyMap)
      .catch(() => this.workbench.gateway.layout.notify(translatorOf('editor')('keyMapFailed')));
  }

  private followDraft({ draft }: PlaygroundState): void {
    for (const [name, model] of this.models) {
      if (contentsOf(draft, name) === undefined) this.forget(name, model);
    }
    for (const { name, contents } of draft.files) {
      if (typeof contents !== 'string') continue;
      const model = this.models.get(name);
      if (model === undefined) this.addModel(name, contents);
      else if (model.getValue() !== contents) this.replace(model, contents);
    }
    if (draft.active !== this.shown) this.show(draft.active, typeof contentsOf(draft, draft.active) !== 'string');
  }

  private addModel(name: string, text: string): void {
    const language = name.endsWith('.asy') ? LANGUAGE : 'plaintext';
    const model = this.monaco.editor.createModel(text, language, modelAddress(this.monaco, name));
    model.setEOL(this.monaco.editor.EndOfLineSequence.LF);
    const listener: IDisposable = model.onDidChangeContent(() =>
      this.workbench.gateway.draft.editText(name, model.getValue()),
    );
    this.ends.push(() => listener.dispose());
    this.models.set(name, model);
  }

  private replace(model: editor.ITextModel, text: string): void {
    const edit = minimalEdit(model.getValue(), text);
    const range = this.monaco.Range.fromPositions(model.getPositionAt(edit.from), model.getPositionAt(edit.to));
    // A step of its own, or one with those that are joined: undo takes back this, and not what was typed before.
    if (!this.isJoining) model.pushStackElement();
    model.pushEditOperations([], [{ range, text: edit.text }], () => null);
    if (!this.isJoining) model.pushStackElement();
  }

  private forget(name: string, model: editor.ITextModel): void {
    this.models.delete(name);
    this.viewStates.delete(name);
    model.dispose();
  }

  private show(name: string, isData: boolean): void {
    this.viewStates.set(this.shown, this.editor.saveViewState());
    this.shown = name;
    this.editor.setModel(this.models.get(name) ?? null);
    this.editor.updateOptions({
      readOnly: isData,
      ariaLabel: translatorOf('editor')('codeAndWayOut', { name, keys: isMac() ? 'Control Shift M' : 'Control M' }),
    });
    const viewState = this.viewStates.get(name);
    if (viewState) this.editor.restoreViewState(viewState);
  }

  private mark(problems: readonly Problem[]): void {
    setFixes(problems);
    for (const [name, model] of this.models) {
      const own = problems.filter(({ place }) => place?.file === name);
      this.monaco.editor.setModelMarkers(
        model,
        MARKER_OWNER,
        own.flatMap((problem) => this.marker(problem)),
      );
    }
  }

  /** Beside the numbers of the lines; not while somebody types. */
  private markGutter(problems: readonly Problem[]): void {
    this.gutter.set(
      problems.flatMap((problem) => {
        const { place, severity } = problem;
        if (place?.file !== this.shown) return [];
        const options = {
          linesDecorationsClassName: `gutter-${severity}`,
          linesDecorationsTooltip: problemText(problem),
          overviewRuler: {
            color: { id: severity === 'error' ? 'editorError.foreground' : 'editorWarning.foreground' },
            position: this.monaco.editor.OverviewRulerLane.Full,
          },
        };
        return [{ range: new this.monaco.Range(place.line, 1, place.line, 1), options }];
      }),
    );
  }

  private marker(problem: Problem): editor.IMarkerData[] {
    const { severity, place } = problem;
    if (place === undefined) return [];
    const { MarkerSeverity } = this.monaco;
    return [
      {
        severity: severity === 'error' ? MarkerSeverity.Error : MarkerSeverity.Warning,
        message: problemText(problem),
        startLineNumber: place.line,
        endLineNumber: place.line,
        startColumn: place.column,
        endColumn: place.endColumn,
      },
    ];
  }
}

/** Monaco measures letters itself and wants the name of the font. */
function monoFont(): string {
  return getComputedStyle(document.documentElement).getPropertyValue('--mono').trim();
}
