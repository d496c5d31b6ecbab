import { after } from '@/components/lib/timers';
import { AsyonlineClient } from '@/client/client';
import type { RenderResult } from '@/client/render';
import type { ShellHandle, ShellHandlers } from '@/client/shell';
import { webSha256 } from '@/client/sha256';
import { browserTransport } from '@/client/webSocketTransport';
import { mimeType, type PictureSize } from '@/components/model/picture';
import type { Units } from '@/components/model/units';
import type { PointFinder } from '@/components/connection/pointFinder';
import type { FoundHandles } from '@/components/model/handles';
import { browserDrafts } from '@/components/persistence/browserDrafts';
import { DraftKeeper } from './draftKeeper';
import { VersionHistory } from './versionHistory';
import { VersionStore } from '@/components/persistence/versionStore';
import { browserTables } from '@/components/connection/browserTables';
import { openServerLink } from './serverLink';
import { watchTyping } from './typingPause';
import type { RenderFormat } from '@/core/submission/submission';
import { chooseLanguage } from '@/components/lib/chooseLanguage';
import { browserStorage } from '@/components/lib/browserStorage';
import { filesOf } from '@/components/model/draft';
import type { Camera } from '@/components/model/camera';
import { Drafts } from './drafts';
import { EditorPort } from './editorPort';
import { restoreDraft } from './firstDraft';
import { SavedDrafts } from './savedDrafts';
import { Gateway } from './gateway';
import type { Welcome } from './welcome';
import { currentLocale } from '@/components/lib/translator';
import { forgetPictures } from './pictureUrls';
import { RenderLoop } from '@/components/connection/renderLoop';
import { readLayout, readSettings, writeLayout, writeSettings } from '@/components/model/settings';
import { isShared } from '@/components/model/load';
import type { Locale } from '@/core/locale';
import { isLiveNow, isRenderDue, type PlaygroundState } from '@/components/model/state';
import { BASE_PATH } from '@/core/basePath';

/** The state with everything that acts on it: the render loop, the storage, the editor. One for each open page. */

/** A browser writes a draft in milliseconds; nobody waits longer for one that does not. */
const SETTLE_MS = 2000;

export class Workbench {
  readonly gateway: Gateway;
  readonly editor: EditorPort;
  readonly drafts: Drafts;
  readonly versions = new VersionStore();
  /** How each scene was turned, by the id of its draft. */
  readonly cameras = new Map<string, Camera>();
  /** CSS pixels; told by the picture's pane. */
  paneSize: PictureSize = { width: 0, height: 0 };
  /** When the draft of an earlier visit has been looked for. */
  readonly restored: Promise<void>;
  private hasRestored = () => {};
  /** Once the page is alive. */
  saved: SavedDrafts | undefined;
  private readonly history: VersionHistory;
  private client: AsyonlineClient | undefined;
  private loop: RenderLoop | undefined;
  private keeper: DraftKeeper | undefined;
  /** Loaded when somebody points at the picture. */
  private points: Promise<PointFinder | undefined> | undefined;

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
    const { versions } = this;
    const gateway = new Gateway(welcome, hasDraft, makeUrl, () => performance.now());
    const history = new VersionHistory(gateway, versions, () => Date.now(), after);
    this.gateway = gateway;
    this.history = history;
    this.editor = new EditorPort(gateway);
    this.drafts = new Drafts({ gateway, versions, history, render: () => this.run() });
  }

  get state(): PlaygroundState {
    return this.gateway.state;
  }

  /** Called once the page is alive. Returns what ends it all. */
  open(): () => void {
    const { gateway } = this;
    const storage = browserStorage('localStorage');
    const client = new AsyonlineClient({
      url: `${window.location.origin.replace(/^http/, 'ws')}${BASE_PATH}`,
      transport: browserTransport(),
      sha256: webSha256(),
    });
    const loop = new RenderLoop({
      client,
      newest: () => gateway.newest(),
      events: gateway.loopEvents,
      isServerBusy: () => isShared(gateway.state.load),
      now: () => performance.now(),
      after,
    });
    const parts = browserDrafts(() => this.versions.makeRoom());
    const keeper = new DraftKeeper(gateway, parts);
    this.client = client;
    this.loop = loop;
    this.keeper = keeper;
    this.saved = new SavedDrafts(this.drafts, gateway, parts);
    gateway.choose(readSettings(storage));
    gateway.layout.arrange(readLayout(storage));
    const closeKeeper = restoreDraft({
      ...{ gateway, keeper, history: this.history, welcome: this.welcome },
      render: () => this.run(),
      onRestored: this.hasRestored,
    });
    const unsubscribe = gateway.store.subscribe((state, before) => {
      const hasCome = isLiveNow(state) && !isLiveNow(before) && isRenderDue(state);
      if (hasCome || (state.revision !== before.revision && isLiveNow(state))) loop.changed();
      if (state.settings !== before.settings) writeSettings(storage, state.settings);
      if (state.layout !== before.layout) writeLayout(storage, state.layout);
      if (state.revision !== before.revision) void this.points?.then((finder) => finder?.stop());
      forgetPictures(before, state);
    });
    const reconnect = () => loop.reconnect();
    const prepare = () => client.prepare();
    window.addEventListener('online', reconnect);
    // Somebody comes back to the page: the connection that was opened ahead has been closed meanwhile.
    window.addEventListener('focus', prepare);
    window.addEventListener('pointerdown', prepare);
    const closeHistory = this.history.open();
    const closeExplainer = this.explainSoon();
    const closeServerLink = openServerLink(gateway, () => isLiveNow(gateway.state) && loop.delayMs() === 0);
    const closeTyping = watchTyping(gateway, () => this.editor.isCompleting, after);
    client.prepare();
    return () => {
      window.removeEventListener('online', reconnect);
      window.removeEventListener('focus', prepare);
      window.removeEventListener('pointerdown', prepare);
      closeKeeper();
      closeHistory();
      closeExplainer();
      closeServerLink();
      closeTyping();
      unsubscribe();
      loop.stop();
      client.close();
    };
  }

  /** What says more about problems comes when the page is alive. */
  private explainSoon(): () => void {
    const { gateway, language } = this;
    let close: (() => void) | undefined = () => {};
    if (language !== undefined)
      void import('./explainer').then(
        ({ openExplainer }) => (close &&= openExplainer(gateway, browserTables(language))),
        () => undefined,
      );
    return () => {
      close?.();
      close = undefined;
    };
  }

  run(): void {
    this.gateway.draft.endTyping();
    this.loop?.runNow();
  }

  stop(): void {
    this.loop?.stop();
  }

  /**
   * The program as it is now in another format, beside what the page shows; undefined if it was not drawn. `changed`: with
   * these files in the place of its own.
   */
  async renderAs(
    format: RenderFormat,
    pixels?: number,
    changed: Readonly<Record<string, string>> = {},
    time: { readonly durationSeconds?: number } = {},
  ): Promise<readonly RenderResult[] | undefined> {
    const newest = this.gateway.newest()?.request;
    const request = newest && { ...newest, files: { ...newest.files, ...changed } };
    const options = { ...request?.options, ...time, format, objects: undefined, render: pixels };
    const finished = await (request && this.client?.render({ ...request, options }))?.finished;
    return finished?.ending.kind === 'complete' && finished.results.length > 0 ? finished.results : undefined;
  }

  /** Of the picture on the screen; undefined where they cannot be known. */
  async findUnits(): Promise<Units | undefined> {
    return (await this.pointFinder())?.units();
  }

  /** Of the same: which of its points can be dragged. */
  async findHandles(): Promise<FoundHandles | undefined> {
    return (await this.pointFinder())?.handles();
  }

  /** Where it cannot be loaded, nothing is known. */
  private pointFinder(): Promise<PointFinder | undefined> {
    this.points ??= import('@/components/connection/pointFinder').then(
      ({ PointFinder }) => this.client && new PointFinder(this.client, () => this.gateway.state),
      () => undefined,
    );
    return this.points;
  }

  /** Somebody drags in the picture: it follows, whether previews are live or not. */
  follow(): void {
    this.loop?.follow();
  }

  /** Somebody drags a number: the picture follows where it follows the code. */
  dragNumber(name: string, code: string): void {
    const { revision } = this.state;
    this.gateway.draft.editText(name, code);
    if (this.state.revision !== revision && isLiveNow(this.state)) this.loop?.follow();
  }

  /** With the files as they are now. */
  openShell(handlers: ShellHandlers): ShellHandle {
    if (this.client === undefined) throw new Error('the page is not alive yet');
    return this.client.shell({ files: filesOf(this.state.draft) }, handlers);
  }

  async save(): Promise<void> {
    await this.keeper?.save();
    const isRecorded = await this.history.record(true);
    this.drafts.tell(isRecorded ? 'drafts.saved' : 'drafts.notInHistory');
  }

  /** Before something is done that takes much away at once. */
  keepVersion(): void {
    void this.history.record(false);
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
}
