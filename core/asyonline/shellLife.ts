import type { Outcome } from '@/core/outcome';
import type { SessionLimits } from './sessionLimits';

/** How long a shell may live (docs/asyonline.md, 24): so long in total, and so long with nothing going in or out. */
export class ShellLife {
  private activeAt: number;

  constructor(
    private readonly startedAt: number,
    private readonly limits: SessionLimits,
  ) {
    this.activeAt = startedAt;
  }

  get deadline(): number {
    return Math.min(this.idleAt, this.overAt);
  }

  active(now: number): void {
    this.activeAt = now;
  }

  /** How it ends, once the deadline has come. */
  expired(now: number): Outcome | undefined {
    const { shellIdleSeconds, shellTotalSeconds } = this.limits;
    if (now >= this.overAt) return { kind: 'time-limit', durationSeconds: shellTotalSeconds };
    if (now >= this.idleAt) return { kind: 'idle-limit', idleSeconds: shellIdleSeconds };
    return undefined;
  }

  private get idleAt(): number {
    return this.activeAt + this.limits.shellIdleSeconds * 1000;
  }

  private get overAt(): number {
    return this.startedAt + this.limits.shellTotalSeconds * 1000;
  }
}
