import { JAIL_LIMITS, OUTPUT_LIMITS, SHELL_LIMITS } from '@/core/limits';
import { chooseOutcome, type Outcome } from '@/core/outcome';
import type { Submission } from '@/core/submission/submission';
import type { FromBackend } from '@/core/wire/wire';
import type { Log } from '@/platform/log';
import type { Jail, JailSlot } from '../jail/jail';
import { shellCommand, SHELL_STEM } from './command';
import { lookBefore } from './changedFiles';
import { onDisplay } from '../jail/keeper/display';
import { Outputs, type Stream } from './outputs';
import type { RunEnd } from './run';
import { ShellPictures } from './shellPictures';
import { untilEnded } from './streams';

/**
 * An interactive shell of asy over pipes (docs/asyonline.md, 22 to 24).
 *
 * asy prints a prompt whenever it has done with a line, after it has drawn. Its prompts are told to begin with a byte
 * nobody types: when that byte comes, the picture is looked at, a changed one is sent, and the person sees the usual
 * prompt without it.
 *
 * Everything happens one after another: the program's pipes are not read from while what it has printed and drawn so far
 * waits to be sent.
 */

const PROMPT = 0x01;
const CONTINUATION = 0x02;

interface ShellOptions {
  readonly submission: Extract<Submission, { kind: 'shell' }>;
  /** Whether a jail can have a display for pictures in space. */
  readonly hasDisplay: boolean;
  /** Of whoever has it. */
  readonly address: string;
  readonly durationSeconds: number;
  readonly maxMemoryBytes: number;
  /** Resolves when more may be sent. */
  readonly send: (message: FromBackend) => Promise<void>;
  readonly log: Log;
}

export class Shell {
  private readonly startedAtMs = performance.now();
  private readonly observed: Outcome[] = [];
  private readonly early: Uint8Array[] = [];
  private jail: Jail | undefined;
  private pictures: ShellPictures | undefined;
  private outputs: Outputs | undefined;
  private deadline: NodeJS.Timeout | undefined;
  private stopped = false;
  private hasExited = false;
  private inputBytes = 0;
  /** What is being done with what the program has said so far; never fails. */
  private work: Promise<void> = Promise.resolve();
  private sent: Promise<void> = Promise.resolve();

  constructor(
    readonly slot: JailSlot,
    private readonly options: ShellOptions,
  ) {}

  async finish(): Promise<RunEnd> {
    const { submission, hasDisplay, address, durationSeconds, send, maxMemoryBytes } = this.options;
    const plain = shellCommand(submission);
    const { environment } = plain;
    const command = hasDisplay ? onDisplay(plain.command, 'later') : plain.command;
    const jail = await this.slot.run(
      {
        command,
        environment,
        cpuSeconds: Math.ceil(durationSeconds) + JAIL_LIMITS.extraCpuSeconds,
        input: true,
        mergeErrors: submission.options.stderrRedir,
        niceness: JAIL_LIMITS.niceness,
        address,
      },
      submission.files,
    );
    this.jail = jail;
    const outputs = this.makeOutputs();
    this.pictures = new ShellPictures({
      folder: jail.folder,
      stem: SHELL_STEM,
      before: lookBefore(jail.folder, submission.files.keys()),
      send,
      enqueue: (step) => this.enqueue(step),
      onLimit: (maxOutputBytes) => this.stop({ kind: 'output-limit', maxOutputBytes }),
      remark: (text) => outputs.remark(text),
    });
    void send({ type: 'started' });
    this.listen('stdout', jail.output);
    if (jail.errors) this.listen('stderr', jail.errors);
    // A program that has ended reads nothing more; its end is heard below.
    jail.input?.on('error', () => undefined);
    const drained = Promise.all([untilEnded(jail.output), jail.errors && untilEnded(jail.errors)]);
    for (const bytes of this.early.splice(0)) this.write(jail, bytes);
    const left = this.startedAtMs + durationSeconds * 1000 - performance.now();
    this.deadline = setTimeout(() => this.stop({ kind: 'time-limit', durationSeconds }), left);
    if (this.stopped) jail.kill();
    const usage = await jail.exited;
    this.hasExited = true;
    clearTimeout(this.deadline);
    await drained;
    outputs.flush();
    // Nobody is there to see them if it was stopped without a reason.
    if (!this.stopped || this.observed.length > 0) this.pictures.end();
    await this.work;
    if (usage.abandoned) this.observed.push({ kind: 'server-error' });
    if (usage.outOfMemory) this.observed.push({ kind: 'memory-limit', maxMemoryBytes });
    if (usage.code !== 0) this.observed.push({ kind: 'failed' });
    const outcome = chooseOutcome(this.observed);
    const timings = { run: Math.round(performance.now() - this.startedAtMs) };
    void send({ type: 'ended', outcome, timings });
    return { outcome, timings, usage, startMode: 'stock' };
  }

  /** Resolves when nothing of it runs any more, also if it has failed. */
  async end(): Promise<void> {
    if (!this.jail || this.hasExited) return;
    this.jail.kill();
    await this.jail.exited;
    this.hasExited = true;
  }

  /** The front lets no more than this wait; one that does is broken. */
  input(bytes: Uint8Array): void {
    this.inputBytes += bytes.length;
    if (this.inputBytes > SHELL_LIMITS.maxInputBytes) return this.stop({ kind: 'server-error' });
    if (this.jail) this.write(this.jail, bytes);
    else this.early.push(bytes);
  }

  /** Stops what runs; the shell lives on and prompts again. */
  interrupt(): void {
    if (!this.hasExited) this.jail?.interrupt();
  }

  /** A shell's time is its own: nobody shortens it. */
  limit(_durationSeconds: number): void {}

  stop(reason?: Outcome): void {
    if (reason) this.observed.push(reason);
    this.stopped = true;
    if (!this.hasExited) this.jail?.kill();
  }

  private makeOutputs(): Outputs {
    const { send } = this.options;
    this.outputs = new Outputs({
      maxBytes: OUTPUT_LIMITS.maxOutputBytes,
      send: (stream, bytes) => void (this.sent = send({ type: 'output', stream, bytes })),
      onLimit: () => this.stop({ kind: 'output-limit', maxOutputBytes: OUTPUT_LIMITS.maxOutputBytes }),
    });
    return this.outputs;
  }

  private write(jail: Jail, bytes: Uint8Array): void {
    jail.input?.write(bytes, () => {
      this.inputBytes -= bytes.length;
      if (!this.hasExited) void this.options.send({ type: 'input-read', bytes: bytes.length });
    });
  }

  private listen(stream: Stream, source: Jail['output']): void {
    source.on('data', (chunk: Buffer) => {
      source.pause();
      this.enqueue(async () => {
        await this.hear(stream, chunk).finally(() => source.resume());
      });
    });
  }

  private enqueue(step: () => Promise<void>): void {
    this.work = this.work.then(step).catch((error: unknown) => {
      this.options.log.error({ err: error }, 'bug: a shell failed');
      this.stop({ kind: 'server-error' });
    });
  }

  /** Of many prompts in one piece of output the last one counts: that is when the pictures are looked at. */
  private async hear(stream: Stream, chunk: Buffer): Promise<void> {
    const prompt = chunk.lastIndexOf(PROMPT);
    if (prompt >= 0) {
      this.outputs?.push(stream, unmarked(chunk.subarray(0, prompt)));
      this.outputs?.flush();
      await this.pictures?.lookSoon();
    }
    this.outputs?.push(stream, unmarked(chunk.subarray(prompt + 1)));
    await this.sent;
  }
}

function unmarked(chunk: Buffer): Buffer {
  const isMarked = chunk.includes(PROMPT) || chunk.includes(CONTINUATION);
  return isMarked ? Buffer.from(chunk.filter((byte) => byte !== PROMPT && byte !== CONTINUATION)) : chunk;
}
