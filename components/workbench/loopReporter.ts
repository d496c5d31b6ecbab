import type { FinishedRender, RenderResult } from '@/client/render';
import type { QueueArgs } from '@/core/asyonline/serverMessages';
import { formatOf } from '@/components/model/pageFormat';
import { isFlatPage, pictureSize, type Picture } from '@/components/model/picture';
import { pngPixels, POINT_PIXELS } from '@/components/model/view';
import { pictureObjects } from '@/components/model/pictureObjects';
import { unitsOf } from '@/components/model/units';
import { NO_IMAGE, endingText, onlyText, stoppedText } from '@/components/model/endingText';
import { translatorOf } from '@/components/lib/translator';
import { findProblems } from '@/core/diagnostics/problems';
import { countDown, secondsLeft, type Countdown } from '@/components/model/countdown';
import { endingAnnouncement, queueAnnouncement } from '@/components/model/announcements';
import type { LoopEvents } from '@/components/connection/renderLoop';
import { isPictureOld } from '@/components/model/state';
import type { Gateway } from './gateway';

/** The part of the gateway that the render loop speaks to: what becomes of a render, as state. */

/** Object URLs exist only in browsers; the first picture is a data URL, so that the server can write it, too. */
export type MakeUrl = (bytes: Uint8Array, format: string) => string;

export class LoopReporter implements LoopEvents {
  private decoder = new TextDecoder();
  /** What the render under way has drawn; shown when it ends well. */
  private results: RenderResult[] = [];
  /** For each point of a PNG, as it was asked for. */
  private pixels = 1;

  constructor(
    private readonly gateway: Pick<Gateway, 'state' | 'draft' | 'run' | 'picture' | 'layout'>,
    private readonly makeUrl: MakeUrl,
    private readonly now: () => number,
  ) {}

  readonly asked = (revision: number): void => {
    this.decoder = new TextDecoder();
    this.results = [];
    this.pixels = formatOf(this.gateway.state) === 'png' ? pngPixels() : 1;
    this.gateway.run.ask(revision, this.now());
  };

  readonly queued = ({ estimate, lower, upper, position, rough: isRough = false }: QueueArgs): void => {
    const { run } = this.gateway.state;
    const now = this.now();
    const before = run.phase === 'queued' ? run : undefined;
    const wait = countDown(before?.wait, estimate, now);
    const soonest = lower === undefined ? undefined : countDown(before?.soonest, lower, now);
    const longest = upper === undefined ? undefined : countDown(before?.longest, upper, now);
    const backends = this.gateway.state.load?.backends;
    const isHigher = (after: Countdown | undefined, earlier: Countdown | undefined) =>
      after !== undefined && earlier !== undefined && after.shownSeconds > secondsLeft(earlier, now) + 1;
    const hasRisen =
      isHigher(wait, before?.wait) || isHigher(soonest, before?.soonest) || isHigher(longest, before?.longest);
    const hasFewer = (backends ?? Infinity) < (before?.backends ?? 0);
    const rose = hasRisen ? (hasFewer ? 'backends' : 'slower') : before?.rose;
    this.gateway.run.go({ phase: 'queued', wait, soonest, longest, position, isRough, backends, rose });
    // Who listens to the page is not told every second what those who look at it see pass by.
    if (wait.shownSeconds === estimate) this.gateway.layout.announce(queueAnnouncement(estimate));
  };

  readonly started = (): void => {
    this.gateway.run.go({ phase: 'rendering', startedAt: this.now() });
  };

  readonly output = (_stream: string, bytes: Uint8Array): void => {
    this.gateway.run.print(this.decoder.decode(bytes, { stream: true }));
  };

  readonly result = (result: RenderResult): void => {
    this.results.push(result);
  };

  readonly ended = ({ ending, timings, stages }: FinishedRender): void => {
    const { gateway } = this;
    const { run, draft, output, pictures } = gateway.state;
    if (run.phase === 'idle' || ending.kind === 'lost') return;
    const isText = ending.kind === 'complete' && ending.error === NO_IMAGE && output.trim() !== '';
    const words = isText ? onlyText() : endingText(ending);
    const report = {
      revision: run.revision,
      words,
      problems: findProblems(output, draft, () => performance.now()),
      timings,
      stages,
    };
    const drawn = this.results.map((result) => toPicture(result, run.revision, this.makeUrl, this.pixels));
    if (gateway.state.settings.chosenFormat === null && drawn.some(isFlatPage)) {
      // Nothing to turn: drawn again, as the picture on paper that it is.
      gateway.run.end(report);
      gateway.picture.noteFlat(draft.id);
      gateway.draft.touch();
      return;
    }
    if (isText) gateway.picture.clear();
    if (words.kind === 'success' || pictures.length === 0) gateway.picture.show(drawn);
    else gateway.picture.putAside(drawn);
    gateway.run.end(report);
    gateway.layout.announce(endingAnnouncement(report, isPictureOld(gateway.state)));
  };

  readonly stopped = (): void => {
    this.gateway.run.stop({ revision: this.gateway.state.revision, words: stoppedText(), problems: [] });
    this.gateway.layout.announce(translatorOf('workbench')('render.stopped'));
  };

  readonly emptied = (): void => {
    this.gateway.run.rest();
  };

  readonly lost = (): void => {
    this.gateway.run.lose();
    this.gateway.layout.announce(translatorOf('workbench')('render.connectionLost'));
  };
}

export function toPicture(result: RenderResult, revision: number, makeUrl: MakeUrl, pixels = 1): Picture {
  const { format, filename: name, bytes, objects } = result;
  const drawn = pictureSize(format, bytes);
  const isFine = format === 'png' && pixels !== 1 && drawn !== undefined;
  const scale = POINT_PIXELS / pixels;
  const size = isFine ? { width: drawn.width * scale, height: drawn.height * scale } : drawn;
  const picture = { revision, format, name, url: makeUrl(bytes, format), bytes, size };
  if (objects === undefined) return picture;
  return {
    ...picture,
    objects: pictureObjects(objects),
    objectsLeftOut: objects.leftOut,
    units: unitsOf(objects),
  };
}
