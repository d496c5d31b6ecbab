/**
 * Something that is ours in Redis for a while, and is said again long before that is over: once a beat, and never twice
 * at a time, however slow Redis is. A renewal that fails is made good by the next one.
 *
 * held -> a renewal finds that it had run out: others may have acted on that -> `onLost`, and it is held anew
 * held -> no renewal has succeeded for so long that it may run out -> `onSilent`, with every beat
 *
 * What a lease is in Redis is its owner's part: a key, or an entry beside what it guards, checked in the same script.
 * The fence is there, too: whoever comes back late finds another's name, term or lock, and is refused.
 */

interface LeaseOptions {
  readonly beatMs: number;
  /** False: it had run out. */
  readonly renew: () => Promise<boolean | void>;
  readonly onLost?: () => void;
  readonly silenceMs?: number;
  readonly onSilent?: () => void;
  /** That Redis is away is said elsewhere. */
  readonly onFailed?: (error: unknown) => void;
}

export class Lease {
  private heart: NodeJS.Timeout | undefined;
  private renewing: Promise<void> | undefined;
  private renewedAt = performance.now();

  constructor(private readonly options: LeaseOptions) {}

  /** Resolves when it is held; rejects if the first renewal fails, and goes on all the same. */
  async start(): Promise<void> {
    this.heart = setInterval(() => this.beat(), this.options.beatMs);
    await this.renew();
  }

  /** Whoever gives it back in Redis waits for this first: a renewal under way would take it again. */
  async stop(): Promise<void> {
    clearInterval(this.heart);
    // Its failure is told to `onFailed`.
    await this.renewing?.catch(() => undefined);
  }

  /** Now, unless it is being renewed. */
  renew(): Promise<void> {
    this.renewing ??= this.renewOnce().finally(() => (this.renewing = undefined));
    return this.renewing;
  }

  private beat(): void {
    const { silenceMs = Infinity, onSilent, onFailed } = this.options;
    if (performance.now() - this.renewedAt > silenceMs) onSilent?.();
    this.renew().catch((error: unknown) => onFailed?.(error));
  }

  private async renewOnce(): Promise<void> {
    const beganAt = performance.now();
    const wasHeld = await this.options.renew();
    this.renewedAt = beganAt;
    if (wasHeld === false) this.options.onLost?.();
  }
}
