import { WATCHDOG_LIMITS } from '@/core/limits';

/**
 * Whether the event loop of a child turns, by its heartbeats. Times are milliseconds and handed in.
 *
 * - Nothing is expected before the first heartbeat: a process that starts may be busy with that for long.
 * - Whoever looks may have stood still itself (the machine was suspended, say). Then nothing was heard because nobody
 *   listened, and the child gets its whole time again.
 */
export class Watchdog {
  private heardMs: number | undefined;
  private lookedMs: number | undefined;

  heard(nowMs: number): void {
    this.heardMs = nowMs;
  }

  /** Another process, from which nothing was heard yet. */
  reset(): void {
    this.heardMs = undefined;
  }

  /** For how long it has been silent, if that is too long. To be asked twice a second. */
  standstillMs(nowMs: number): number | undefined {
    const wasAway = this.lookedMs !== undefined && nowMs - this.lookedMs > 4 * WATCHDOG_LIMITS.heartbeatMs;
    this.lookedMs = nowMs;
    if (this.heardMs === undefined) return undefined;
    if (wasAway) this.heardMs = nowMs;
    const silentMs = nowMs - this.heardMs;
    return silentMs > WATCHDOG_LIMITS.standstillSeconds * 1000 ? silentMs : undefined;
  }
}
