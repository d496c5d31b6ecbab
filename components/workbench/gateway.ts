import { createStore, type StoreApi } from 'zustand/vanilla';
import { pictureSize, type Picture, type PictureSize } from '@/components/model/picture';
import { FIT, type View } from '@/components/model/view';
import { findProblems, type Problem } from '@/core/diagnostics/problems';
import { checkedCode } from '@/components/model/checkedCode';
import { isUnderLoad } from '@/components/model/load';
import type { RenderRequest, RenderResult } from '@/client/render';
import type { SharedProject } from '@/core/links/link';
import type { CheckRequest, Load } from '@/core/page';
import { liveRests, savingText, countProblems } from '@/components/model/announcements';
import { contentsOf, draftOf, draftOfProject, filesOf, isBlank, withText, type Draft } from '@/components/model/draft';
import { engineOf } from '@/components/model/engine';
import type { Changed } from '@/components/model/draftFiles';
import { LoopReporter, showPictures, toPicture, type MakeUrl } from './loopReporter';
import { translatorOf } from '@/components/lib/translator';
import { newId } from '@/components/lib/newId';
import type { LoopEvents } from '@/components/connection/renderLoop';
import { DEFAULT_LAYOUT, DEFAULT_SETTINGS, type Layout, type Settings } from '@/components/model/settings';
import { isLiveNow, type DialogName, type PlaygroundState, type Saving } from '@/components/model/state';

/**
 * The one place where the playground's state changes. Components read the store and call these functions; the render
 * loop reports here; storage and the editor listen to the store.
 */

export interface Welcome {
  readonly code: string;
  /** The picture of that code as an SVG; absent until the server has rendered it. */
  readonly svg?: string;
  /** All files of a shared link, in the place of `code`. */
  readonly project?: SharedProject;
  /** Its title, if somebody came for this very example: then it is not a draft that is shown. */
  readonly example?: string;
}

const encoder = new TextEncoder();
/** More than anybody reads; the oldest go. */
const MAX_NOTICES = 3;

export class Gateway {
  readonly store: StoreApi<PlaygroundState>;
  readonly loopEvents: LoopEvents;
  private lastSaved: Saving = 'saved';

  constructor(
    welcome: Welcome,
    hasDraft: boolean,
    private readonly makeUrl: MakeUrl,
    private readonly now: () => number,
  ) {
    this.store = createStore<PlaygroundState>(() => ({
      isRestoring: hasDraft,
      draft: hasDraft ? draftOf(newId(), '') : draftOfWelcome(welcome),
      revision: 0,
      lastEditAt: 0,
      settings: DEFAULT_SETTINGS,
      layout: DEFAULT_LAYOUT,
      run: { phase: 'idle' },
      pictures: hasDraft || welcome.svg === undefined ? [] : [welcomePicture(welcome.svg)],
      shownPicture: 0,
      unfinished: [],
      shellPicture: undefined,
      view: FIT,
      report: undefined,
      check: undefined,
      load: undefined,
      systemNotice: undefined,
      output: '',
      isConnectionLost: false,
      saving: 'saved',
      dialog: undefined,
      renaming: undefined,
      notices: [],
      announcement: '',
    }));
    this.loopEvents = new LoopReporter(this.store, makeUrl, now);
  }

  get state(): PlaygroundState {
    return this.store.getState();
  }

  /** The draft of an earlier visit, or another one: a whole new thing to render. */
  openDraft(draft: Draft): void {
    this.set({
      isRestoring: false,
      draft,
      revision: this.state.revision + 1,
      report: undefined,
      check: undefined,
      output: '',
    });
  }

  editText(name: string, text: string): void {
    const draft = withText(this.state.draft, name, text);
    if (draft === this.state.draft) return;
    this.set({ draft, revision: this.state.revision + 1, lastEditAt: this.now(), saving: 'unsaved' });
  }

  /** A change of the files, if it could be made; else the person is told why not. `done` offers the way back. */
  change(changed: Changed, done?: string): void {
    const before = this.state.draft;
    if ('failure' in changed) return this.notify(changed.failure.message);
    if (changed.draft === before) return;
    this.set({ draft: changed.draft, revision: this.state.revision + 1, saving: 'unsaved' });
    if (done !== undefined) this.notify(done, this.wayBackTo(before));
  }

  /** Each notice stays beside the others; the same again takes the place of the last one. */
  notify(text: string, undo?: () => void): void {
    const others = this.state.notices.filter((notice) => notice.text !== text || notice.undo !== undefined);
    this.set({ notices: [...others, { id: newId(), text, undo }].slice(-MAX_NOTICES) });
  }

  dismissNotice(id: string): void {
    const notices = this.state.notices.filter((notice) => notice.id !== id);
    if (notices.length < this.state.notices.length) this.set({ notices });
  }

  /** Takes back what the notice told of. */
  undo(id: string): void {
    const notice = this.state.notices.find((other) => other.id === id);
    this.dismissNotice(id);
    notice?.undo?.();
  }

  /** What Undo does after a draft has been replaced. */
  wayBackTo(draft: Draft): () => void {
    return () => this.set({ draft, revision: this.state.revision + 1, saving: 'unsaved' });
  }

  startRenaming(name: string | undefined): void {
    this.set({ renaming: name });
  }

  selectFile(name: string): void {
    const { draft } = this.state;
    if (draft.active !== name && contentsOf(draft, name) !== undefined) this.set({ draft: { ...draft, active: name } });
  }

  choose(settings: Partial<Settings>): void {
    const before = this.state.settings;
    const next = { ...before, ...settings };
    const isOther = (['format', 'durationSeconds', 'engine'] as const).some((key) => next[key] !== before[key]);
    this.set({ settings: next, revision: this.state.revision + (isOther ? 1 : 0) });
  }

  arrange(layout: Partial<Layout>): void {
    this.set({ layout: { ...this.state.layout, ...layout } });
  }

  look(view: View): void {
    this.set({ view });
  }

  showPicture(index: number): void {
    this.set({ shownPicture: index });
  }

  /** Told by what draws it, for formats that do not say it up front. */
  noteSize(url: string, size: PictureSize): void {
    const pictures = this.state.pictures.map((picture) => (picture.url === url ? { ...picture, size } : picture));
    this.set({ pictures });
  }

  /** What a render drew before it failed, in place of the last good picture. */
  showUnfinished(): void {
    showPictures(this.store, this.state.unfinished);
  }

  showShellPicture(result: RenderResult): void {
    this.set({ shellPicture: toPicture(result, this.state.revision, this.makeUrl) });
    this.announce(translatorOf('workbench')('render.shellPicture'));
  }

  showProgramPicture(): void {
    this.set({ shellPicture: undefined });
  }

  openDialog(dialog: DialogName | undefined): void {
    this.set({ dialog });
  }

  /** How it ended; said aloud where it differs from the last time and is not as it should be. */
  saved(saving: Exclude<Saving, 'unsaved'>): void {
    const isNews = saving !== this.lastSaved && saving !== 'saved';
    this.lastSaved = saving;
    this.set({ saving });
    if (isNews) this.announce(savingText(saving));
  }

  announce(announcement: string): void {
    this.set({ announcement });
  }

  /** What the render loop renders next; undefined where there is nothing to draw. */
  newest(): { revision: number; request: RenderRequest } | undefined {
    const { draft, revision, settings } = this.state;
    if (isBlank(draft)) return undefined;
    const options = {
      format: settings.format,
      durationSeconds: settings.durationSeconds ?? undefined,
      engine: engineOf(draft, settings),
    };
    return { revision, request: { files: filesOf(draft), main: draft.main, options } };
  }

  newestCheck(): { revision: number; request: Omit<CheckRequest, 'sequence'> } | undefined {
    const request = checkedCode(this.state.draft);
    return request && { revision: this.state.revision, request };
  }

  /** A check of the syntax has ended; its output is what asy said. */
  checked(revision: number, output: string): void {
    const problems = findProblems(output, this.state.draft, () => performance.now());
    this.set({ check: { revision, problems } });
    // Where a render follows by itself, its end is announced.
    if (problems.length > 0 && !isLiveNow(this.state)) this.announce(countProblems(problems.length));
  }

  /** More has been found out about problems that are told now; about others it is too late. */
  explain(problems: readonly Problem[], explained: readonly Problem[]): void {
    const { report, check } = this.state;
    if (report?.problems === problems) this.set({ report: { ...report, problems: explained } });
    if (check?.problems === problems) this.set({ check: { ...check, problems: explained } });
  }

  receiveNotice(systemNotice: string | undefined): void {
    this.set({ systemNotice });
  }

  hearLoad(load: Load | undefined): void {
    const wasUnderLoad = isUnderLoad(this.state.load);
    this.set({ load });
    if (wasUnderLoad === isUnderLoad(load) || !this.state.settings.isLive) return;
    this.announce(wasUnderLoad ? translatorOf('workbench')('live.resumed') : liveRests());
  }

  private set(change: Partial<PlaygroundState>): void {
    this.store.setState(change);
  }
}

function draftOfWelcome({ code, project }: Welcome): Draft {
  return project === undefined ? draftOf(newId(), code) : draftOfProject(newId(), project);
}

function welcomePicture(svg: string): Picture {
  const bytes = encoder.encode(svg);
  return {
    revision: 0,
    format: 'svg',
    url: `data:image/svg+xml,${encodeURIComponent(svg)}`,
    bytes,
    size: pictureSize('svg', bytes),
  };
}
