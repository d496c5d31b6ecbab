import { parseErrorLines } from '@/core/diagnostics/errorLines';
import { OUTPUT_LIMITS } from '@/core/limits';
import { chooseOutcome, type Outcome } from '@/core/outcome';
import type { FromBackend, Timings } from '@/core/wire/wire';
import type { JailSlot } from '../jail/jail';
import type { JailEnd } from '../jail/keeper/protocol';
import type { Started, StartMode } from '../warm/starter';
import { readLabels } from './labels';
import { readObjects } from './objects';
import { Outputs } from './outputs';
import { leftOutNotice } from './resultBudget';
import { findResults, readResult } from './results';
import { untilEnded } from './streams';
import { readWaterfall } from './waterfall';
import { writtenFiles, type WrittenFiles } from './writtenFiles';

/**
 * One render, from its files to its outcome.
 *
 * The program is started; its output goes out as it appears; when it has ended, or was ended for its time, its output
 * or by whoever asked, its results go out and the outcome is told, without waiting for what else is in its jail. `ended` is
 * told exactly once, last, always.
 */

interface RunOptions {
  /** Starts the program; its time begins when that is asked for. */
  readonly start: () => Promise<Started>;
  readonly durationSeconds: number;
  readonly maxMemoryBytes: number;
  /**
   * asy 2.85 sometimes aborts while it takes itself apart, after its work is done, if a function was given to it for the
   * look of pictures (worker/asy/presentation.ts): with a picture and without a complaint that is no failure of the program.
   */
  readonly mayAbort?: boolean;
  /** Resolves when more may be sent: results are read one at a time. Never fails for an output. */
  readonly send: (message: FromBackend) => Promise<void>;
}

export interface RunEnd {
  readonly outcome: Outcome;
  readonly timings: Timings;
  readonly usage: JailEnd;
  readonly startMode: StartMode;
  /** In a jail with modules read ahead. */
  readonly isAhead?: boolean;
  /** How its output ended; of a shell nothing is kept. */
  readonly lastText?: string;
  /** The sizes of labels that it was given, if it was. */
  readonly labels?: string;
}

/** As a shell tells of SIGABRT. */
const ABORTED = 134;

/** An asy without a display says so and exits with 0. */
const NO_DISPLAY = /failed to open display|GLUT/;

const NOTHING = { results: [], leftOut: 0 };

export class Run {
  private readonly startedAtMs = performance.now();
  private durationSeconds: number;
  private deadline: NodeJS.Timeout | undefined;
  private started: Started | undefined;
  private readonly observed: Outcome[] = [];
  private stopped = false;
  private hasEnded = false;
  private hasExited = false;
  /** Stopped when it had ended already. */
  private isDismissed = false;

  constructor(private readonly options: RunOptions) {
    this.durationSeconds = options.durationSeconds;
  }

  /** The slot it ran in, to be collected after it has ended. */
  get slot(): JailSlot | undefined {
    return this.started?.slot;
  }

  /** What the program wrote besides its pictures; to be asked when it has ended. */
  async written(): Promise<WrittenFiles> {
    if (!this.started) return { files: [], leftOut: 0, read: () => undefined };
    const { jail, stem, before } = this.started;
    return writtenFiles(jail.folder, stem, before);
  }

  /** Resolves when the program has ended and everything was sent; of its jail something may still be there. */
  async finish(): Promise<RunEnd> {
    const { send } = this.options;
    const started = await this.options.start();
    this.started = started;
    const { jail, stem, before, wanted, startMode, isAhead, labels, tellsObjects } = started;
    const handedOverAtMs = performance.now();
    void send({ type: 'started' });
    const outputs = new Outputs({
      maxBytes: OUTPUT_LIMITS.maxOutputBytes,
      // Not waited for: all of it is no more than may be unsent.
      send: (stream, bytes) => void send({ type: 'output', stream, bytes }),
      onLimit: () => this.stop({ kind: 'output-limit', maxOutputBytes: OUTPUT_LIMITS.maxOutputBytes }),
    });
    jail.output.on('data', (chunk: Buffer) => outputs.push('stdout', chunk));
    jail.errors?.on('data', (chunk: Buffer) => outputs.push('stderr', chunk));
    const drained = Promise.all([untilEnded(jail.output), jail.errors && untilEnded(jail.errors)]);
    this.setDeadline();
    if (this.stopped) jail.kill();
    const exited = jail.exited.then((usage) => {
      this.hasExited = true;
      return usage;
    });
    // What still runs may hold its output open; with the jail that ends, too.
    const end = await Promise.race([drained.then(() => jail.ended), exited]);
    this.hasEnded = true;
    clearTimeout(this.deadline);
    const endedAtMs = performance.now();
    await drained;
    outputs.flush();
    const isUnwanted = this.stopped && this.observed.length === 0;
    const found = isUnwanted ? NOTHING : await findResults(jail.folder, stem, before, wanted);
    // Killed by us: how it ended then says nothing about the program.
    if (isUnwanted) this.observed.push({ kind: 'aborted' });
    this.judge(end, found.results.length, outputs.lastText);
    if (found.leftOut > 0) outputs.remark(leftOutNotice(found.leftOut, 'result'));
    const timings = {
      handover: Math.round(handedOverAtMs - this.startedAtMs),
      ...readWaterfall(jail.folder, endedAtMs - handedOverAtMs),
      collecting: Math.round(performance.now() - endedAtMs),
    };
    const objects = tellsObjects ? readObjects(jail.folder) : undefined;
    for (const file of found.results) {
      // Whoever was to have them is gone, or others need the place.
      if (this.isDismissed) break;
      const result = readResult(jail.folder, file);
      if (result) await send({ type: 'result', ...result, timings, ...(file.isMain ? { objects } : {}) });
    }
    const outcome = chooseOutcome(this.observed);
    void send({ type: 'ended', outcome, timings, ...(labels === undefined ? {} : { isPersonal: true }) });
    const learned = started.learn && readLabels(jail.folder);
    if (learned !== undefined) started.learn?.(learned);
    const { lastText } = outputs;
    return { outcome, timings, usage: end, startMode, isAhead, labels, lastText };
  }

  /** Resolves when nothing of it runs any more, also if it has failed. */
  async end(): Promise<void> {
    if (!this.started || this.hasExited) return;
    if (!this.hasEnded) this.started.jail.kill();
    await this.started.jail.exited;
    this.hasExited = true;
  }

  /** The limit in force; past already means now (docs/queue.md, 5). */
  limit(durationSeconds: number): void {
    if (durationSeconds >= this.durationSeconds) return;
    this.durationSeconds = durationSeconds;
    if (this.deadline) this.setDeadline();
  }

  /** Ends it for a reason of its own, or (without one) because nobody wants it any more. */
  stop(reason?: Outcome): void {
    if (reason) this.observed.push(reason);
    this.stopped = true;
    // The slot may be another's by the time a late message is heard.
    if (this.hasEnded) this.isDismissed = true;
    else this.started?.jail.kill();
  }

  private judge(end: JailEnd, resultCount: number, lastText: string): void {
    const { maxMemoryBytes, mayAbort = false } = this.options;
    if (end.abandoned) this.observed.push({ kind: 'server-error' });
    if (end.outOfMemory) this.observed.push({ kind: 'memory-limit', maxMemoryBytes });
    // Who calls asy by its own options expects asy's own exit code.
    const isOwn = this.started !== undefined && this.started.wanted !== 'pictures';
    this.observed.push(...judge(end, resultCount, lastText, { mayAbort, isOwn }));
  }

  private setDeadline(): void {
    clearTimeout(this.deadline);
    const left = this.startedAtMs + this.durationSeconds * 1000 - performance.now();
    this.deadline = setTimeout(
      () => this.stop({ kind: 'time-limit', durationSeconds: this.durationSeconds }),
      Math.max(0, left),
    );
  }
}

/** The exit code alone does not decide: lexer errors and a missing display exit with 0 (docs/asyonline.md, 19). */
function judge(
  exit: JailEnd,
  resultCount: number,
  lastText: string,
  { mayAbort, isOwn }: { readonly mayAbort: boolean; readonly isOwn: boolean },
): Outcome[] {
  const hasError = !isOwn && parseErrorLines(lastText).some((line) => line.severity === 'error');
  const complained = hasError || NO_DISPLAY.test(lastText);
  const isForgiven = mayAbort && exit.code === ABORTED && resultCount > 0 && !complained;
  if (exit.code !== 0 && !isForgiven) return [{ kind: 'failed' }];
  if (resultCount > 0) return [];
  return [{ kind: complained ? 'failed' : 'no-image' }];
}
