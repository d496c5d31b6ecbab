import { JAIL_LIMITS, OUTPUT_LIMITS } from '@/core/limits';
import { chooseOutcome, type Outcome } from '@/core/outcome';
import type { Submission } from '@/core/submission';
import type { FromBackend } from '@/core/wire/wire';
import type { Jail, JailSlot } from '../jail/jail';
import { shellCommand, SHELL_STEM } from './command';
import { Outputs, type Stream } from './outputs';
import { changedResults, lookBefore, type Before } from './results';
import type { RunEnd } from './run';
import { untilEnded } from './streams';

/**
 * An interactive shell of asy over pipes (docs/asyonline.md, 22 to 24).
 *
 * asy prints a prompt whenever it has done with a line, after it has drawn. Its prompts are told to begin with a byte
 * nobody types: when that byte comes, the picture is looked at, a changed one is sent, and the person sees the usual
 * prompt without it.
 */

const PROMPT = 0x01;
const CONTINUATION = 0x02;

export interface ShellOptions {
  readonly submission: Extract<Submission, { kind: 'shell' }>;
  readonly durationSeconds: number;
  readonly maxMemoryBytes: number;
  readonly send: (message: FromBackend) => void;
}

export class Shell {
  private readonly startedAtMs = performance.now();
  private readonly observed: Outcome[] = [];
  private readonly early: Uint8Array[] = [];
  private jail: Jail | undefined;
  private before: Before = new Map();
  private outputs: Outputs | undefined;
  private deadline: NodeJS.Timeout | undefined;
  private stopped = false;

  constructor(
    readonly slot: JailSlot,
    private readonly options: ShellOptions,
  ) {}

  async finish(): Promise<RunEnd> {
    const { submission, durationSeconds, send, maxMemoryBytes } = this.options;
    const { command, environment } = shellCommand(submission);
    const jail = await this.slot.run(
      {
        command,
        environment,
        cpuSeconds: Math.ceil(durationSeconds) + JAIL_LIMITS.extraCpuSeconds,
        input: true,
        mergeErrors: submission.options.stderrRedir,
        niceness: JAIL_LIMITS.niceness,
      },
      submission.files,
    );
    this.jail = jail;
    this.before = lookBefore(jail.folder, submission.files.keys());
    this.outputs = new Outputs({
      maxBytes: OUTPUT_LIMITS.maxOutputBytes,
      send: (stream, bytes) => send({ type: 'output', stream, bytes }),
      onLimit: () => this.stop({ kind: 'output-limit', maxOutputBytes: OUTPUT_LIMITS.maxOutputBytes }),
    });
    send({ type: 'started' });
    jail.output.on('data', (chunk: Buffer) => this.hear('stdout', chunk));
    jail.errors?.on('data', (chunk: Buffer) => this.hear('stderr', chunk));
    jail.input?.on('error', () => undefined);
    const drained = Promise.all([untilEnded(jail.output), jail.errors && untilEnded(jail.errors)]);
    for (const bytes of this.early.splice(0)) this.input(bytes);
    const left = this.startedAtMs + durationSeconds * 1000 - performance.now();
    this.deadline = setTimeout(() => this.stop({ kind: 'time-limit', durationSeconds }), left);
    if (this.stopped) jail.kill();
    const usage = await jail.exited;
    clearTimeout(this.deadline);
    await drained;
    this.outputs.flush();
    this.sendPictures();
    if (usage.abandoned) this.observed.push({ kind: 'server-error' });
    if (usage.outOfMemory) this.observed.push({ kind: 'memory-limit', maxMemoryBytes });
    if (usage.code !== 0) this.observed.push({ kind: 'failed' });
    const outcome = chooseOutcome(this.observed);
    const timings = { run: Math.round(performance.now() - this.startedAtMs) };
    send({ type: 'ended', outcome, timings });
    return { outcome, timings, usage, way: 'stock' };
  }

  input(bytes: Uint8Array): void {
    if (this.jail) this.jail.input?.write(bytes);
    else this.early.push(bytes);
  }

  /** Stops what runs; the shell lives on and prompts again. */
  interrupt(): void {
    this.jail?.interrupt();
  }

  /** A shell's time is its own: nobody shortens it. */
  limit(_durationSeconds: number): void {}

  stop(reason?: Outcome): void {
    if (reason) this.observed.push(reason);
    this.stopped = true;
    this.jail?.kill();
  }

  private hear(stream: Stream, chunk: Buffer): void {
    let from = 0;
    for (let at = 0; at < chunk.length; at += 1) {
      const byte = chunk[at];
      if (byte !== PROMPT && byte !== CONTINUATION) continue;
      if (at > from) this.outputs?.push(stream, chunk.subarray(from, at));
      from = at + 1;
      if (byte === PROMPT) {
        this.outputs?.flush();
        this.sendPictures();
      }
    }
    if (from < chunk.length) this.outputs?.push(stream, chunk.subarray(from));
  }

  private sendPictures(): void {
    if (!this.jail) return;
    const { results, seen } = changedResults(this.jail.folder, SHELL_STEM, this.before);
    this.before = seen;
    for (const result of results) this.options.send({ type: 'result', ...result });
  }
}
