import { inPairs } from '@/components/lib/inPairs';
import type { Draft } from '@/components/model/draft';
import { FRAMES_AT_ONCE, framesProgram, isSameSvg } from '@/components/model/frames';
import type { Frame } from '@/components/model/movie';
import { pictureSize, UNKNOWN_SIZE } from '@/components/model/picture';
import type { Settings } from '@/components/model/settings';
import type { Workbench } from '@/components/workbench/workbench';

/** For many frames, where the person's own choice is for one picture. */
const SECONDS_TOGETHER = 10;
/** A picture that takes longer, the queue with it, would hardly come out often enough in that time. */
const SLOW_SECONDS = 1;

/** What it needs of the workbench. */
export interface Drawing extends Pick<Workbench, 'renderAs'> {
  readonly state: { readonly draft: Pick<Draft, 'main'>; readonly settings: Pick<Settings, 'durationSeconds'> };
}

export type Recorded = { readonly done: readonly Frame[]; readonly failed?: undefined } | { readonly failed: number };

/**
 * Draws a program with one value after another, beside what the page shows: many in one render where they come out as each
 * does alone, which the last of each render is compared for, or else one by one.
 */
export class FrameRecorder {
  constructor(
    private readonly workbench: Drawing,
    private readonly file: string,
    private readonly codeWith: (value: number) => string,
  ) {}

  async record(values: readonly number[], announce: (done: number) => void): Promise<Recorded> {
    return (await this.together(values, announce)) ?? inPairs(values, (value) => this.alone(value), announce);
  }

  private async together(values: readonly number[], announce: (done: number) => void): Promise<Recorded | undefined> {
    // A module is run once, however often it is imported.
    if (this.file !== this.workbench.state.draft.main) return undefined;
    // Two have something to do from the beginning.
    const size = Math.min(FRAMES_AT_ONCE, Math.ceil(values.length / 2));
    const parts = Array.from({ length: Math.ceil(values.length / size) }, (_, i) =>
      values.slice(i * size, (i + 1) * size),
    );
    const drawn = await inPairs(
      parts,
      (part) => this.part(part),
      (done) => announce(done * size),
    );
    return drawn.failed === undefined ? { done: drawn.done.flat() } : undefined;
  }

  private async part(values: readonly number[]): Promise<readonly Frame[] | undefined> {
    const program = framesProgram(values.map(this.codeWith));
    const last = values.at(-1);
    if (program === undefined || last === undefined) return undefined;
    const startedAt = performance.now();
    const control = await this.alone(last);
    const tookSeconds = (performance.now() - startedAt) / 1000;
    if (control === undefined || tookSeconds > SLOW_SECONDS) return undefined;
    const chosen = this.workbench.state.settings.durationSeconds ?? 0;
    const time = { durationSeconds: Math.max(chosen, SECONDS_TOGETHER) };
    const results = await this.results(program.code, time);
    const byName = new Map(results.map((result) => [result.filename, result]));
    const frames = program.names.flatMap((name) => toFrame(byName.get(`${name}.svg`)) ?? []);
    const drawn = frames.length === values.length ? frames.at(-1) : undefined;
    return drawn && isSameSvg(control.svg, drawn.svg) ? frames : undefined;
  }

  private async alone(value: number): Promise<Frame | undefined> {
    return toFrame((await this.results(this.codeWith(value)))[0]);
  }

  private async results(code: string, time?: { readonly durationSeconds: number }) {
    const drawn = this.workbench.renderAs('svg', undefined, { [this.file]: code }, time);
    return (await drawn.catch(() => undefined)) ?? [];
  }
}

function toFrame(picture: { readonly format: string; readonly bytes: Uint8Array } | undefined): Frame | undefined {
  if (picture?.format !== 'svg') return undefined;
  return { svg: picture.bytes, size: pictureSize('svg', picture.bytes) ?? UNKNOWN_SIZE };
}
