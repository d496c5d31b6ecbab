import { createStore, type StoreApi } from 'zustand/vanilla';
import { STOPPED, endingWords } from '@/components/problems/endingWords';
import { findProblems } from '@/components/problems/problems';
import { pictureSize, type Picture, type PictureSize } from '@/components/picture/picture';
import { FIT, type View } from '@/components/picture/view';
import type { FinishedRender, RenderRequest, RenderResult } from '@/client/render';
import type { QueueArgs } from '@/core/asyonline/serverMessages';
import { endingAnnouncement, queueAnnouncement } from './announcements';
import { contentsOf, draftOf, filesOf, isBlank, withText, type Draft } from './draft';
import type { LoopEvents } from './renderLoop';
import { DEFAULT_LAYOUT, DEFAULT_SETTINGS, type Layout, type Settings } from './settings';
import { isPictureOld, type DialogName, type PlaygroundState, type Saving } from './state';

/**
 * The one place where the playground's state changes. Components read the store and call these functions; the render
 * loop reports here; storage and the editor listen to the store.
 */

export interface Welcome {
  readonly code: string;
  /** The picture of that code as an SVG; absent until the server has rendered it. */
  readonly svg?: string;
}

/** Object URLs exist only in browsers; the first picture is a data URL, so that the server can write it, too. */
export type MakeUrl = (bytes: Uint8Array, format: string) => string;

const encoder = new TextEncoder();

export class Gateway {
  readonly store: StoreApi<PlaygroundState>;
  #decoder = new TextDecoder();
  /** What the render under way has drawn; shown when it ends well. */
  #drawn: Picture[] = [];

  constructor(
    welcome: Welcome,
    hasDraft: boolean,
    private readonly makeUrl: MakeUrl,
    private readonly now: () => number,
  ) {
    this.store = createStore<PlaygroundState>(() => ({
      isRestoring: hasDraft,
      draft: draftOf('welcome', hasDraft ? '' : welcome.code),
      revision: 0,
      lastEditAt: 0,
      settings: DEFAULT_SETTINGS,
      layout: DEFAULT_LAYOUT,
      run: { phase: 'idle' },
      pictures: hasDraft || welcome.svg === undefined ? [] : [welcomePicture(welcome.svg)],
      shownPicture: 0,
      unfinished: [],
      view: FIT,
      report: undefined,
      output: '',
      isConnectionLost: false,
      saving: 'saved',
      dialog: undefined,
      announcement: '',
    }));
  }

  get state(): PlaygroundState {
    return this.store.getState();
  }

  /** The draft of an earlier visit, or another one: a whole new thing to render. */
  openDraft(draft: Draft): void {
    this.#set({ isRestoring: false, draft, revision: this.state.revision + 1, report: undefined, output: '' });
  }

  editText(name: string, text: string): void {
    const draft = withText(this.state.draft, name, text);
    if (draft === this.state.draft) return;
    this.#set({ draft, revision: this.state.revision + 1, lastEditAt: this.now(), saving: 'unsaved' });
  }

  selectFile(name: string): void {
    const { draft } = this.state;
    if (draft.active !== name && contentsOf(draft, name) !== undefined)
      this.#set({ draft: { ...draft, active: name } });
  }

  choose(settings: Partial<Settings>): void {
    const { format, durationSeconds } = this.state.settings;
    const next = { ...this.state.settings, ...settings };
    const isOther = next.format !== format || next.durationSeconds !== durationSeconds;
    this.#set({ settings: next, revision: this.state.revision + (isOther ? 1 : 0) });
  }

  arrange(layout: Partial<Layout>): void {
    this.#set({ layout: { ...this.state.layout, ...layout } });
  }

  look(view: View): void {
    this.#set({ view });
  }

  showPicture(index: number): void {
    this.#set({ shownPicture: index });
  }

  /** Told by what draws it, for formats that do not say it up front. */
  noteSize(url: string, size: PictureSize): void {
    const pictures = this.state.pictures.map((picture) => (picture.url === url ? { ...picture, size } : picture));
    this.#set({ pictures });
  }

  /** What a render drew before it failed, in place of the last good picture. */
  showUnfinished(): void {
    this.#show(this.state.unfinished);
  }

  openDialog(dialog: DialogName | undefined): void {
    this.#set({ dialog });
  }

  saved(saving: Saving): void {
    this.#set({ saving });
  }

  announce(announcement: string): void {
    this.#set({ announcement });
  }

  /** What the render loop renders next; undefined where there is nothing to draw. */
  newest(): { revision: number; request: RenderRequest } | undefined {
    const { draft, revision, settings } = this.state;
    if (isBlank(draft)) return undefined;
    const durationSeconds = settings.durationSeconds ?? undefined;
    return {
      revision,
      request: { files: filesOf(draft), main: draft.main, options: { format: settings.format, durationSeconds } },
    };
  }

  readonly loopEvents: LoopEvents = {
    asked: (revision) => {
      this.#decoder = new TextDecoder();
      this.#drawn = [];
      this.#set({ run: { phase: 'sending', revision, askedAt: this.now() } });
    },
    queued: (notice) => this.#queued(notice),
    started: () => {
      const { run } = this.state;
      if (run.phase === 'idle') return;
      const { revision, askedAt } = run;
      this.#set({
        run: { phase: 'rendering', revision, askedAt, startedAt: this.now() },
        output: '',
        isConnectionLost: false,
      });
    },
    output: (_stream, bytes) =>
      this.#set({ output: this.state.output + this.#decoder.decode(bytes, { stream: true }) }),
    result: (result) => this.#result(result),
    ended: (render) => this.#ended(render),
    stopped: () => {
      this.#set({
        run: { phase: 'idle' },
        report: { revision: this.state.revision, words: STOPPED, problems: [] },
        announcement: 'Stopped',
      });
    },
    lost: () => {
      this.#set({
        run: { phase: 'idle' },
        isConnectionLost: true,
        announcement: 'Connection lost. Editing goes on, and rendering resumes when it is back.',
      });
    },
  };

  #queued({ estimate, position }: QueueArgs): void {
    const { run } = this.state;
    if (run.phase === 'idle') return;
    const { revision, askedAt } = run;
    const queued = {
      phase: 'queued',
      revision,
      askedAt,
      heardAt: this.now(),
      estimateSeconds: estimate,
      position,
    } as const;
    this.#set({ run: queued, isConnectionLost: false, announcement: queueAnnouncement(estimate) });
  }

  #result({ format, filename, bytes }: RenderResult): void {
    const { run } = this.state;
    if (run.phase === 'idle') return;
    const url = this.makeUrl(bytes, format);
    this.#drawn.push({ revision: run.revision, format, name: filename, url, bytes, size: pictureSize(format, bytes) });
  }

  #ended({ ending, timings }: FinishedRender): void {
    const { run, draft, output } = this.state;
    if (run.phase === 'idle' || ending.kind === 'lost') return;
    const words = endingWords(ending);
    const report = { revision: run.revision, words, problems: findProblems(output, draft), timings };
    if (words.kind === 'success' || this.state.pictures.length === 0) this.#show(this.#drawn);
    else this.#set({ unfinished: this.#drawn });
    this.#set({
      run: { phase: 'idle' },
      report,
      isConnectionLost: false,
      announcement: endingAnnouncement(report, isPictureOld(this.state)),
    });
  }

  /** Nothing drawn leaves what is there. */
  #show(pictures: readonly Picture[]): void {
    if (pictures.length === 0) return;
    this.#set({ pictures, unfinished: [], shownPicture: Math.min(this.state.shownPicture, pictures.length - 1) });
  }

  #set(change: Partial<PlaygroundState>): void {
    this.store.setState(change);
  }
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
