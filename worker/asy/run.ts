import { parseErrorLines } from '@/core/diagnostics/errorLines';
import { JAIL_LIMITS, OUTPUT_LIMITS } from '@/core/limits';
import { chooseOutcome, type Outcome } from '@/core/outcome';
import type { Submission } from '@/core/submission';
import type { FromBackend, Timings } from '@/core/wire/wire';
import type { Jail, JailSlot } from '../jail/jail';
import type { JailExit } from '../jail/keeper/protocol';
import { renderCommand } from './command';
import { Outputs } from './outputs';
import { changedResults, lookBefore } from './results';
import { untilEnded } from './streams';

/**
 * One render, from its files to its outcome.
 *
 * The program is started; its output goes out as it appears; when it has ended, or was ended for its time, its output
 * or by whoever asked, its results go out and the outcome is told. `ended` is told exactly once, last, always.
 */

type RenderSubmission = Extract<Submission, { kind: 'render' }>;

export interface RunOptions {
  readonly submission: RenderSubmission;
  readonly durationSeconds: number;
  readonly maxMemoryBytes: number;
  readonly send: (message: FromBackend) => void;
}

/** An asy without a display says so and exits with 0. */
const NO_DISPLAY = /failed to open display|GLUT/;

export class Run {
  private readonly startedAtMs = performance.now();
  private durationSeconds: number;
  private deadline: NodeJS.Timeout | undefined;
  private jail: Jail | undefined;
  private readonly observed: Outcome[] = [];
  private stopped = false;

  constructor(
    private readonly slot: JailSlot,
    private readonly options: RunOptions,
  ) {
    this.durationSeconds = options.durationSeconds;
  }

  /** Resolves when the jail is gone and everything was sent; the slot must then be collected. */
  async finish(): Promise<{ outcome: Outcome; timings: Timings; usage: JailExit | undefined }> {
    const { submission, send, maxMemoryBytes } = this.options;
    const { command, environment, stem } = renderCommand(submission);
    const jail = await this.slot.run(
      {
        command,
        environment,
        cpuSeconds: Math.ceil(this.durationSeconds) + JAIL_LIMITS.extraCpuSeconds,
        input: false,
        mergeErrors: submission.options.stderrRedir,
        niceness: JAIL_LIMITS.niceness,
      },
      submission.files,
    );
    this.jail = jail;
    send({ type: 'started' });
    const before = lookBefore(jail.folder, submission.files.keys());
    const outputs = new Outputs({
      maxBytes: OUTPUT_LIMITS.maxOutputBytes,
      send: (stream, bytes) => send({ type: 'output', stream, bytes }),
      onLimit: () => this.stop({ kind: 'output-limit', maxOutputBytes: OUTPUT_LIMITS.maxOutputBytes }),
    });
    jail.output.on('data', (chunk: Buffer) => outputs.push('stdout', chunk));
    jail.errors?.on('data', (chunk: Buffer) => outputs.push('stderr', chunk));
    const drained = Promise.all([untilEnded(jail.output), jail.errors && untilEnded(jail.errors)]);
    this.setDeadline();
    if (this.stopped) jail.kill();
    const usage = await jail.exited;
    clearTimeout(this.deadline);
    const asyMilliseconds = performance.now() - this.startedAtMs;
    await drained;
    outputs.flush();
    const results = this.stopped && this.observed.length === 0 ? [] : changedResults(jail.folder, stem, before).results;
    for (const result of results) send({ type: 'result', ...result });
    if (usage.outOfMemory) this.observed.push({ kind: 'memory-limit', maxMemoryBytes });
    this.observed.push(...judge(usage, results.length, outputs.lastText));
    const outcome = chooseOutcome(this.observed);
    const timings = {
      run: Math.round(asyMilliseconds),
      collect: Math.round(performance.now() - this.startedAtMs - asyMilliseconds),
    };
    send({ type: 'ended', outcome, timings });
    return { outcome, timings, usage };
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
    this.jail?.kill();
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
function judge(exit: JailExit, resultCount: number, lastText: string): Outcome[] {
  if (exit.code !== 0) return [{ kind: 'failed' }];
  if (resultCount > 0) return [];
  const complained = parseErrorLines(lastText).some((line) => line.severity === 'error') || NO_DISPLAY.test(lastText);
  return [{ kind: complained ? 'failed' : 'no-image' }];
}
