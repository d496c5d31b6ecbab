import type { Log } from './log';
import { troubleOf } from './redis/trouble';
import type { Service } from './service';

/**
 * Something that is done again and again: `runOnce`, apart from the clock that calls it, so that tests call it, too.
 *
 * It never runs twice at a time, however slow it is. One that fails is logged with its stack, and made good by the next;
 * that Redis is away is said elsewhere, once.
 */

interface LoopOptions {
  /** For the log: `${what} failed`. */
  readonly what: string;
  readonly everyMs: number;
  readonly runOnce: () => Promise<unknown> | void;
  readonly log: Log;
}

export class Loop implements Service {
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> | undefined;

  constructor(private readonly options: LoopOptions) {}

  /** The first time is after the first interval; whoever wants it now calls `runOnce` before. */
  start(): void {
    this.timer ??= setInterval(() => void this.runOnce(), this.options.everyMs);
  }

  /** Resolves when it does not run any more. */
  async stop(): Promise<void> {
    clearInterval(this.timer);
    this.timer = undefined;
    await this.running;
  }

  /** Now, or the one that is under way. Never rejects. */
  runOnce(): Promise<void> {
    this.running ??= this.run().finally(() => (this.running = undefined));
    return this.running;
  }

  private async run(): Promise<void> {
    const { runOnce, what, log } = this.options;
    try {
      await runOnce();
    } catch (error) {
      if (!troubleOf(error)) log.warn({ err: error }, `${what} failed`);
    }
  }
}
