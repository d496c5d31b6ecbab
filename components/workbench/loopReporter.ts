import type { StoreApi } from 'zustand/vanilla';
import type { FinishedRender, RenderResult } from '@/client/render';
import type { QueueArgs } from '@/core/asyonline/serverMessages';
import { pictureSize, type Picture } from '@/components/model/picture';
import { endingText, stoppedText } from '@/components/model/endingText';
import { translatorOf } from '@/components/lib/translator';
import { findProblems } from '@/core/diagnostics/problems';
import { countDown } from '@/components/model/countdown';
import { endingAnnouncement, queueAnnouncement } from '@/components/model/announcements';
import type { LoopEvents } from '@/components/connection/renderLoop';
import { isPictureOld, type PlaygroundState, type Run } from '@/components/model/state';

/** The part of the gateway that the render loop speaks to: what becomes of a render, as state. */

/** Object URLs exist only in browsers; the first picture is a data URL, so that the server can write it, too. */
export type MakeUrl = (bytes: Uint8Array, format: string) => string;

export class LoopReporter implements LoopEvents {
  private decoder = new TextDecoder();
  /** What the render under way has drawn; shown when it ends well. */
  private results: RenderResult[] = [];

  constructor(
    private readonly store: StoreApi<PlaygroundState>,
    private readonly makeUrl: MakeUrl,
    private readonly now: () => number,
  ) {}

  readonly asked = (revision: number): void => {
    this.decoder = new TextDecoder();
    this.results = [];
    this.store.setState({ run: { phase: 'sending', revision, askedAt: this.now() } });
  };

  readonly queued = ({ estimate, upper, position, rough: isRough = false }: QueueArgs): void => {
    const { run } = this.store.getState();
    const now = this.now();
    const before = run.phase === 'queued' ? run : undefined;
    const wait = countDown(before?.wait, estimate, now);
    const longest = upper === undefined ? undefined : countDown(before?.longest, upper, now);
    this.go({ phase: 'queued', wait, longest, position, isRough });
    this.store.setState({ isConnectionLost: false });
    // Who listens to the page is not told every second what those who look at it see pass by.
    if (wait.shownSeconds === estimate) this.store.setState({ announcement: queueAnnouncement(estimate) });
  };

  readonly started = (): void => {
    this.go({ phase: 'rendering', startedAt: this.now() });
    this.store.setState({ output: '', isConnectionLost: false });
  };

  readonly output = (_stream: string, bytes: Uint8Array): void => {
    const text = this.decoder.decode(bytes, { stream: true });
    this.store.setState(({ output }) => ({ output: output + text }));
  };

  readonly result = (result: RenderResult): void => {
    this.results.push(result);
  };

  readonly ended = ({ ending, timings, stages }: FinishedRender): void => {
    const { run, draft, output, pictures } = this.store.getState();
    if (run.phase === 'idle' || ending.kind === 'lost') return;
    const words = endingText(ending);
    const report = {
      revision: run.revision,
      words,
      problems: findProblems(output, draft, () => performance.now()),
      timings,
      stages,
    };
    const drawn = this.results.map((result) => toPicture(result, run.revision, this.makeUrl));
    if (words.kind === 'success' || pictures.length === 0) showPictures(this.store, drawn);
    else this.store.setState({ unfinished: drawn });
    const announcement = endingAnnouncement(report, isPictureOld(this.store.getState()));
    this.store.setState({ run: { phase: 'idle' }, report, isConnectionLost: false, announcement });
  };

  readonly stopped = (): void => {
    this.store.setState(({ revision }) => ({
      run: { phase: 'idle' },
      report: { revision, words: stoppedText(), problems: [] },
      announcement: translatorOf('workbench')('render.stopped'),
    }));
  };

  readonly lost = (): void => {
    this.store.setState({
      run: { phase: 'idle' },
      isConnectionLost: true,
      announcement: translatorOf('workbench')('render.connectionLost'),
    });
  };

  /** To the next phase of the same render. */
  private go(next: DistributiveOmit<Exclude<Run, { phase: 'idle' }>, 'revision' | 'askedAt'>): void {
    const { run } = this.store.getState();
    if (run.phase === 'idle') return;
    this.store.setState({ run: { ...next, revision: run.revision, askedAt: run.askedAt } });
  }
}

type DistributiveOmit<Type, Key extends PropertyKey> = Type extends unknown ? Omit<Type, Key> : never;

export function toPicture({ format, filename, bytes }: RenderResult, revision: number, makeUrl: MakeUrl): Picture {
  return { revision, format, name: filename, url: makeUrl(bytes, format), bytes, size: pictureSize(format, bytes) };
}

/** Nothing drawn leaves what is there. */
export function showPictures(store: StoreApi<PlaygroundState>, pictures: readonly Picture[]): void {
  if (pictures.length === 0) return;
  store.setState(({ shownPicture }) => ({
    pictures,
    shellPicture: undefined,
    unfinished: [],
    shownPicture: Math.min(shownPicture, pictures.length - 1),
  }));
}
