import type { Outcome } from '@/core/outcome';
import type { Features } from '@/core/submission/draft';
import type { TaskEvent } from '@/core/taskEvent';
import { Delivery } from './delivery';
import { EarlyInput } from './earlyInput';
import { denial, type Ending } from './ending';
import type { SessionEffect } from './events';
import { QueueNotices } from './queueNotices';
import type { SessionLimits } from './sessionLimits';
import { ShellInput } from './shellInput';
import { ShellLife } from './shellLife';

/**
 * A submitted task as its client sees it (docs/asyonline.md, 15 to 18 and 22 to 24).
 *
 * - `waiting`: the client hears its estimates; input for a shell is kept. The start of the process leads to `running`.
 * - `running`: the client has had the empty first output, and hears outputs and results; input goes to the shell. If
 *   the backend dies before more than the empty output was sent, the task is `waiting` again, and nothing is said.
 * - `over`: the task itself has ended or was denied, so that there is nothing left to abort.
 *
 * A method that returns an ending has said its last word: the session closes.
 */

interface TaskSetup {
  readonly features: Features;
  readonly limits: SessionLimits;
  readonly stderrRedir: boolean;
  readonly emit: (effect: SessionEffect) => void;
}

export class TaskView {
  private readonly setup: TaskSetup;
  private readonly queueNotices: QueueNotices;
  private readonly delivery: Delivery;
  private readonly earlyInput: EarlyInput;
  private readonly shellInput: ShellInput;
  private state: 'waiting' | 'running' | 'over' = 'waiting';
  /** Set when the process of a shell starts. */
  private shell: ShellLife | undefined;

  constructor(setup: TaskSetup) {
    this.setup = setup;
    this.queueNotices = new QueueNotices(setup.limits.queueIntervalSeconds * 1000);
    this.delivery = new Delivery(setup.limits, setup.emit);
    this.earlyInput = new EarlyInput(setup.limits.maxEarlyInputBytes);
    this.shellInput = new ShellInput(setup.limits, setup.emit);
  }

  get isRunning(): boolean {
    return this.state === 'running';
  }

  get isOver(): boolean {
    return this.state === 'over';
  }

  /** Whether the client has had the empty first output. */
  get hasGreeted(): boolean {
    return this.delivery.hasGreeted;
  }

  get deadline(): number | undefined {
    return this.state === 'waiting' ? this.queueNotices.deadline : this.shell?.deadline;
  }

  tick(now: number): Ending | undefined {
    if (this.state === 'waiting') {
      this.say(this.queueNotices.due(now));
      return undefined;
    }
    const outcome = this.shell?.expired(now);
    return outcome && { type: 'complete', outcome };
  }

  take(input: TaskEvent, now: number): Ending | undefined {
    switch (input.type) {
      case 'queue':
        // Estimates and the start come by different ways: an estimate that was overtaken is no longer true.
        if (this.state === 'waiting') this.say(this.queueNotices.take(input, now));
        return undefined;
      case 'started':
        this.begin(now);
        return undefined;
      case 'requeued':
        return this.waitAgain();
      case 'output':
        this.begin(now);
        this.shell?.active(now);
        return this.output(input);
      case 'input-read':
        this.shellInput.read(input.bytes);
        return undefined;
      case 'warned':
        if (this.state === 'running') this.delivery.warn(input.reason);
        return undefined;
      case 'result':
        this.begin(now);
        return this.result(input);
      case 'ended':
        this.state = 'over';
        return { type: 'complete', outcome: this.witnessed(input.outcome) };
      case 'denied':
        this.state = 'over';
        return { type: 'deny', failure: input.failure };
    }
  }

  /** What the client typed into its shell, or its Ctrl+C. */
  input(signal: 'INT' | undefined, bytes: Uint8Array, now: number): Ending | undefined {
    const { emit } = this.setup;
    if (this.state === 'waiting') {
      // A signal is not kept: there is nothing it could interrupt.
      return denial(this.earlyInput.keep(bytes));
    }
    this.shell?.active(now);
    if (signal !== undefined) emit({ type: 'signal', signal });
    return denial(this.shellInput.pass(bytes));
  }

  /** An output or result that overtook `started` begins as well: the empty first output is the first in any case. */
  private begin(now: number): void {
    if (this.state !== 'waiting') return;
    const { features, limits } = this.setup;
    this.state = 'running';
    this.queueNotices.stop();
    this.delivery.greet();
    if (features.interactive) this.shell = new ShellLife(now, limits);
    for (const bytes of this.earlyInput.release()) this.shellInput.pass(bytes);
  }

  /** A shell's state is lost with its process, and what a client has seen cannot be taken back. */
  private waitAgain(): Ending | undefined {
    if (this.setup.features.interactive || this.delivery.hasDelivered) {
      return { type: 'complete', outcome: { kind: 'server-error' } };
    }
    this.state = 'waiting';
    return undefined;
  }

  private output(input: Extract<TaskEvent, { type: 'output' }>): Ending | undefined {
    const { limits, stderrRedir } = this.setup;
    const isWhole = this.delivery.output(stderrRedir ? 'stdout' : input.stream, input.bytes);
    if (isWhole) return undefined;
    return { type: 'complete', outcome: { kind: 'output-limit', maxOutputBytes: limits.maxOutputBytes } };
  }

  private result({ format, filename, timings, objects, bytes }: Extract<TaskEvent, { type: 'result' }>): undefined {
    this.delivery.result({ format, filename, timings, objects }, bytes);
  }

  /** Nobody is told of success without a picture, even if it was only too large to be passed on. */
  private witnessed(outcome: Outcome): Outcome {
    const isBlank = !this.setup.features.interactive && !this.delivery.hasResults;
    return outcome.kind === 'success' && isBlank ? { kind: 'no-image' } : outcome;
  }

  private say(text: string | undefined): void {
    if (text !== undefined) this.setup.emit({ type: 'send', text });
  }
}
