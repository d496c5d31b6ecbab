import { after } from '@/components/lib/timers';
import { AsyonlineClient } from '@/client/client';
import type { RenderResult } from '@/client/render';
import type { ShellHandle, ShellHandlers } from '@/client/shell';
import { webSha256 } from '@/client/sha256';
import { browserTransport } from '@/client/webSocketTransport';
import { mimeType, type PictureSize } from '@/components/model/picture';
import type { Units } from '@/components/model/units';
import { UnitsFinder } from '@/components/connection/unitsFinder';
import type { Place } from '@/core/diagnostics/problems';
import type { Example } from '@/components/model/example';
import { browserDrafts } from '@/components/persistence/browserDrafts';
import { DraftKeeper } from './draftKeeper';
import { VersionHistory } from './versionHistory';
import type { Version } from '@/components/model/version';
import { VersionStore } from '@/components/persistence/versionStore';
import { browserTables } from '@/components/connection/browserTables';
import { openExplainer } from './explainer';
import { openServerLink } from './serverLink';
import type { RenderFormat } from '@/core/submission/submission';
import { chooseLanguage } from '@/components/lib/chooseLanguage';
import { browserStorage } from '@/components/lib/browserStorage';
import { draftOf, filesOf, textOf, type Draft } from '@/components/model/draft';
import { Gateway, type Welcome } from './gateway';
import { withInsertion } from '@/components/model/insertion';
import { currentLocale, translatorOf } from '@/components/lib/translator';
import { newId } from '@/components/lib/newId';
import { forgetPictures } from './pictureUrls';
import { RenderLoop } from '@/components/connection/renderLoop';
import { readLayout, readSettings, writeLayout, writeSettings } from '@/components/model/settings';
import type { Locale } from '@/core/locale';
import type { Messages } from '@/messages';
import { isLiveNow, isPictureOld, isRenderDue, problemsOf, type PlaygroundState } from '@/components/model/state';

/** The state with everything that acts on it: the render loop, the storage, the editor. One for each open page. */

/** A browser writes a draft in milliseconds; nobody waits longer for one that does not. */
const SETTLE_MS = 2000;

type Told = `drafts.${keyof Messages['workbench']['drafts']}` | `versions.${keyof Messages['workbench']['versions']}`;

/** What the editor, whichever it is, can be asked for. */
export interface EditorHandle {
  focus(): void;
  /** Shows the place and puts the cursor there. */
  reveal(place: Place): void;
  /** Where the cursor is in the text. */
  offset(): number;
}

export class Workbench {
  readonly gateway: Gateway;
  readonly versions = new VersionStore();
  /** CSS pixels; told by the picture's pane. */
  paneSize: PictureSize = { width: 0, height: 0 };
  /** When the draft of an earlier visit has been looked for. */
  readonly restored: Promise<void>;
  private hasRestored = () => {};
  private editor: EditorHandle | undefined;
  private nextProblem = 0;
  private client: AsyonlineClient | undefined;
  private loop: RenderLoop | undefined;
  private keeper: DraftKeeper | undefined;
  private history: VersionHistory | undefined;
  private units: UnitsFinder | undefined;

  constructor(
    private readonly welcome: Welcome,
    hasDraft: boolean,
    /** Of the tables of the language, if there are any. */
    private readonly language: string | undefined,
  ) {
    const makeUrl = (bytes: Uint8Array, format: string) =>
      // The DOM's types refuse views of shared memory; nobody hands us one.
      URL.createObjectURL(new Blob([bytes as Uint8Array<ArrayBuffer>], { type: mimeType(format) }));
    this.restored = new Promise((resolve) => (this.hasRestored = resolve));
    this.gateway = new Gateway(welcome, hasDraft, makeUrl, () => performance.now());
  }

  get state(): PlaygroundState {
    return this.gateway.state;
  }

  /** Called once the page is alive. Returns what ends it all. */
  open(): () => void {
    const { gateway } = this;
    const storage = browserStorage('localStorage');
    const client = new AsyonlineClient({
      url: window.location.origin.replace(/^http/, 'ws'),
      transport: browserTransport(),
      sha256: webSha256(),
    });
    const loop = new RenderLoop({
      client,
      newest: () => gateway.newest(),
      events: gateway.loopEvents,
      now: () => performance.now(),
      after,
    });
    const keeper = new DraftKeeper(gateway, browserDrafts());
    const history = new VersionHistory(gateway, this.versions, () => Date.now());
    this.client = client;
    this.loop = loop;
    this.units = new UnitsFinder(client, () => gateway.state);
    this.keeper = keeper;
    this.history = history;
    gateway.choose(readSettings(storage));
    gateway.arrange(readLayout(storage));
    const closeKeeper = this.restore(keeper);
    const unsubscribe = gateway.store.subscribe((state, before) => {
      const hasCome = isLiveNow(state) && !isLiveNow(before) && isRenderDue(state);
      if (hasCome || (state.revision !== before.revision && isLiveNow(state))) loop.changed();
      if (state.settings !== before.settings) writeSettings(storage, state.settings);
      if (state.layout !== before.layout) writeLayout(storage, state.layout);
      if (state.revision !== before.revision) this.units?.stop();
      forgetPictures(before, state);
    });
    const reconnect = () => loop.reconnect();
    window.addEventListener('online', reconnect);
    const closeHistory = history.open();
    const closeExplainer =
      this.language === undefined ? () => {} : openExplainer(gateway, browserTables(this.language));
    const closeServerLink = openServerLink(gateway);
    client.prepare();
    return () => {
      window.removeEventListener('online', reconnect);
      closeKeeper();
      closeHistory();
      closeExplainer();
      closeServerLink();
      unsubscribe();
      loop.stop();
      client.close();
    };
  }

  run(): void {
    this.loop?.runNow();
  }

  stop(): void {
    this.loop?.stop();
  }

  /** The program as it is now in another format, beside what the page shows; undefined if it was not drawn. */
  async renderAs(format: RenderFormat): Promise<readonly RenderResult[] | undefined> {
    const request = this.gateway.newest()?.request;
    const render = request && this.client?.render({ ...request, options: { ...request.options, format } });
    const finished = await render?.finished;
    return finished?.ending.kind === 'complete' && finished.results.length > 0 ? finished.results : undefined;
  }

  /** Of the picture on the screen; undefined where they cannot be known. */
  async findUnits(): Promise<Units | undefined> {
    return this.units?.find();
  }

  /** With the files as they are now. */
  openShell(handlers: ShellHandlers): ShellHandle {
    if (this.client === undefined) throw new Error('the page is not alive yet');
    return this.client.shell({ files: filesOf(this.state.draft) }, handlers);
  }

  async save(): Promise<void> {
    await this.keeper?.save();
    const isRecorded = await this.history?.record(true);
    this.tell(isRecorded ? 'drafts.saved' : 'drafts.notInHistory');
  }

  /**
   * The page is loaded anew. What was typed is written first; if that takes too long, the page is left as by any other
   * way, and the journal or the browser's question keeps it (draftKeeper.ts).
   */
  async chooseLanguage(locale: Locale): Promise<void> {
    if (locale === currentLocale()) return;
    const settled = this.restored.then(() => this.keeper?.settle());
    await Promise.race([settled, new Promise<void>((resolve) => after(SETTLE_MS, resolve))]);
    chooseLanguage(locale);
  }

  /** As a new draft: what was there goes into the history, and Undo brings it back. */
  async openNew(draft: Draft, done: string): Promise<void> {
    const before = this.state.draft;
    await this.history?.record(false);
    this.gateway.openDialog(undefined);
    this.gateway.openDraft(draft);
    this.gateway.notify(done, this.gateway.wayBackTo(before));
    this.run();
  }

  /** An empty page; what was there is a click away. */
  async startNew(): Promise<void> {
    await this.openNew(draftOf(newId(), ''), translatorOf('workbench')('drafts.started'));
    this.gateway.arrange({ pane: 'code' });
    this.focusEditor();
  }

  async openExample({ name, title }: Example): Promise<void> {
    try {
      const response = await fetch(`/examples/${name}`);
      if (!response.ok) throw new Error(response.statusText);
      await this.openNew(
        draftOf(newId(), await response.text()),
        translatorOf('workbench')('files.opened', { name: title }),
      );
    } catch {
      this.tell('drafts.exampleFailed');
    }
  }

  async openVersion({ draft }: Version): Promise<void> {
    await this.openNew({ ...draft, id: newId() }, translatorOf('workbench')('versions.restored'));
  }

  /** It can be brought back. False if this browser did not delete it. */
  async deleteVersion(version: Version): Promise<boolean> {
    try {
      await this.versions.remove(version.id);
    } catch {
      this.tell('versions.notDeleted');
      return false;
    }
    this.tell('versions.deleted', () => void this.bringBack(version));
    return true;
  }

  private async bringBack(version: Version): Promise<void> {
    try {
      await this.versions.add(version);
      this.tell('versions.broughtBack');
    } catch {
      this.tell('versions.notBroughtBack');
    }
  }

  private tell(message: Told, undo?: () => void): void {
    this.gateway.notify(translatorOf('workbench')(message), undo);
  }

  /** The newest one counts: Monaco takes the place of the plain field. */
  attachEditor(editor: EditorHandle): void {
    this.editor = editor;
  }

  focusEditor(): void {
    this.editor?.focus();
  }

  /** Below the line of the cursor, as something that can be undone. */
  insert(code: string): void {
    const { active } = this.state.draft;
    const text = textOf(this.state.draft, active);
    this.gateway.editText(active, withInsertion(text, this.editor?.offset() ?? text.length, code));
    this.editor?.focus();
  }

  reveal(place: Place): void {
    this.gateway.arrange({ pane: 'code' });
    this.editor?.reveal(place);
  }

  /** One after the other, and from the beginning again. */
  revealNextProblem(): void {
    const places = problemsOf(this.state).flatMap(({ place }) => place ?? []);
    const place = places[this.nextProblem % Math.max(1, places.length)];
    this.nextProblem += 1;
    if (place) this.reveal(place);
  }

  /** Opens the draft of the last visit and keeps it from then on. Returns what ends that. */
  private restore(keeper: DraftKeeper): () => void {
    const first = this.state.draft;
    let close: (() => void) | undefined = () => {};
    void keeper.find().then((kept) => {
      if (close === undefined) return;
      close = keeper.open(this.openFirstDraft(first, kept));
      this.hasRestored();
    });
    return () => {
      close?.();
      close = undefined;
    };
  }

  /**
   * The draft of the last visit, or else the example, which the server may have drawn already. Somebody who came for an
   * example gets it, and their draft by Undo; so does somebody who has already begun to write. Returns what needs no
   * saving.
   */
  private openFirstDraft(first: Draft, kept: Draft | undefined): Draft | undefined {
    const { gateway, welcome } = this;
    const hasBegun = gateway.state.draft !== first;
    if (welcome.example !== undefined) {
      window.history.replaceState(null, '', '/');
      const done = translatorOf('workbench')('files.opened', { name: welcome.example });
      gateway.notify(done, kept && gateway.wayBackTo(kept));
    } else if (hasBegun && kept !== undefined) this.tell('drafts.earlier', gateway.wayBackTo(kept));
    else if (kept !== undefined) gateway.openDraft(kept);
    else if (gateway.state.isRestoring) gateway.openDraft(draftOf(newId(), welcome.code));
    if (gateway.state.pictures.length === 0 || isPictureOld(gateway.state)) this.run();
    // An example that was asked for is kept like something written.
    if (welcome.example !== undefined) return undefined;
    return hasBegun ? first : gateway.state.draft;
  }
}
