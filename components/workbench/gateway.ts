import { createStore, type StoreApi } from 'zustand/vanilla';
import type { RenderRequest, RenderResult } from '@/client/render';
import type { LoopEvents } from '@/components/connection/renderLoop';
import { translatorOf } from '@/components/lib/translator';
import { countProblems, liveRests, savingText } from '@/components/model/announcements';
import { checkedCode } from '@/components/model/checkedCode';
import { filesOf, isBlank, type Draft } from '@/components/model/draft';
import { putBack, type Changed } from '@/components/model/draftFiles';
import { engineOf } from '@/components/model/engine';
import { isUnderLoad } from '@/components/model/load';
import { pngPixels } from '@/components/model/view';
import { formatOf } from '@/components/model/pageFormat';
import type { PageFormat, Settings } from '@/components/model/settings';
import { DraftActions, type Saving } from '@/components/model/slices/draftSlice';
import { LayoutActions, type Offer } from '@/components/model/slices/layoutSlice';
import { PictureActions } from '@/components/model/slices/pictureSlice';
import { RunActions } from '@/components/model/slices/runSlice';
import { canGoBack, isLiveNow, type PlaygroundState } from '@/components/model/state';
import { findProblems } from '@/core/diagnostics/problems';
import type { CheckRequest, Load } from '@/core/page';
import { LoopReporter, toPicture, type MakeUrl } from './loopReporter';
import { firstState, type Welcome } from './welcome';

/**
 * The one way to the playground's state. Each slice is changed only by its own actions; what concerns several of them is
 * done here. Components read the store and call these functions; the render loop reports here; storage and the editor
 * listen to the store.
 */
export class Gateway {
  readonly store: StoreApi<PlaygroundState>;
  readonly draft: DraftActions;
  readonly run: RunActions;
  readonly picture: PictureActions;
  readonly layout: LayoutActions;
  readonly loopEvents: LoopEvents;
  private lastSaved: Saving = 'saved';

  constructor(
    welcome: Welcome,
    hasDraft: boolean,
    private readonly makeUrl: MakeUrl,
    now: () => number,
  ) {
    const store = createStore<PlaygroundState>(() => firstState(welcome, hasDraft));
    this.store = store;
    this.draft = new DraftActions(store, now);
    this.run = new RunActions(store);
    this.picture = new PictureActions(store);
    this.layout = new LayoutActions(store);
    this.loopEvents = new LoopReporter(this, makeUrl, now);
  }

  get state(): PlaygroundState {
    return this.store.getState();
  }

  /** The draft of an earlier visit, or another one: a whole new thing to render. */
  openDraft(draft: Draft): void {
    this.run.forget();
    this.layout.dismissNoticesOfOthers(draft.id);
    this.draft.open(draft);
  }

  /** Of the open draft. */
  tell(text: string, offer?: Offer): void {
    this.layout.notify(text, undefined, { offer, draft: this.state.draft.id });
  }

  /**
   * A change of the files, if it could be made; else the person is told why not. `done` offers to take back this change alone:
   * what was written since stays.
   */
  change(changed: Changed, done?: string): void {
    const before = this.state.draft;
    if ('failure' in changed) return this.layout.notify(changed.failure.message);
    if (changed.draft === before) return;
    this.draft.replace(changed.draft);
    if (done === undefined) return;
    const undo = () => this.draft.replace(putBack(this.state.draft, before, changed.draft));
    this.layout.notify(done, undo, { draft: changed.draft.id });
  }

  /** The open draft has taken the place of this one. */
  offerWayBack(text: string, before: Draft): void {
    this.layout.notify(text, this.wayBackTo(before), { draft: this.state.draft.id });
  }

  /** What Undo does after a draft has been replaced. */
  wayBackTo(draft: Draft): () => void {
    return () => this.replaceBy(draft);
  }

  /** What Ctrl+Z does first after another draft was opened, as long as that is as it was opened. */
  goBack(): void {
    const { replaced } = this.state;
    if (replaced === undefined || !canGoBack(this.state)) return;
    this.run.forget();
    this.replaceBy(replaced.before);
  }

  private replaceBy(draft: Draft): void {
    this.layout.dismissNoticesOfOthers(draft.id);
    this.draft.replace(draft);
  }

  choose(settings: Partial<Settings>): void {
    const before = this.state.settings;
    const next = { ...before, ...settings };
    this.layout.setSettings(next);
    if ((['chosenFormat', 'durationSeconds', 'engine'] as const).some((key) => next[key] !== before[key]))
      this.draft.touch();
  }

  /** The one that would be shown anyway is no choice: it leaves the next program free. */
  chooseFormat(format: PageFormat): void {
    const unchosen = { ...this.state, settings: { ...this.state.settings, chosenFormat: null } };
    this.choose({ chosenFormat: format === formatOf(unchosen) ? null : format });
  }

  showShellPicture(result: RenderResult): void {
    this.picture.showOfShell(toPicture(result, this.state.revision, this.makeUrl));
    this.layout.announce(translatorOf('workbench')('render.shellPicture'));
  }

  /** How it ended; said aloud where it differs from the last time and is not as it should be. */
  saved(saving: Exclude<Saving, 'unsaved'>): void {
    const isNews = saving !== this.lastSaved && saving !== 'saved';
    this.lastSaved = saving;
    this.draft.noteSaving(saving);
    if (isNews) this.layout.announce(savingText(saving));
  }

  /** What the render loop renders next; undefined where there is nothing to draw. */
  newest(): { revision: number; request: RenderRequest } | undefined {
    const { draft, revision, settings } = this.state;
    if (isBlank(draft)) return undefined;
    const options = {
      format: formatOf(this.state),
      ...(formatOf(this.state) === 'png' && { render: pngPixels() }),
      durationSeconds: settings.durationSeconds ?? undefined,
      engine: engineOf(draft, settings),
      objects: true,
    };
    return { revision, request: { files: filesOf(draft), main: draft.main, options } };
  }

  newestCheck(): { revision: number; request: Omit<CheckRequest, 'sequence'> } | undefined {
    const { draft, revision, report } = this.state;
    // A render of the same code has told already.
    const isTold = report?.revision === revision && (report.words.kind === 'success' || report.problems.length > 0);
    const request = isTold ? undefined : checkedCode(draft);
    return request && { revision, request };
  }

  /** A check of the syntax has ended; its output is what asy said. */
  checked(revision: number, output: string): void {
    const problems = findProblems(output, this.state.draft, () => performance.now());
    this.run.noteCheck({ revision, problems });
    // Where a render follows by itself, its end is announced.
    if (problems.length > 0 && !isLiveNow(this.state)) this.layout.announce(countProblems(problems.length));
  }

  hearLoad(load: Load | undefined): void {
    const wasUnderLoad = isUnderLoad(this.state.load);
    this.run.noteLoad(load);
    if (wasUnderLoad === isUnderLoad(load) || !this.state.settings.isLive) return;
    this.layout.announce(wasUnderLoad ? translatorOf('workbench')('live.resumed') : liveRests());
  }
}
