import type { QueueNotice } from '@/core/taskEvent';
import { formatServerText } from './serverMessages';

/**
 * When a waiting client hears of its place (docs/asyonline.md, 15): only if the estimate changed since it was last
 * told, and at most once in an interval. A change that comes too early is held, and the newest one held is told when
 * the interval is over.
 */
export class QueueNotices {
  private toldEstimateSeconds: number | undefined;
  private quietUntil = -Infinity;
  private held: QueueNotice | undefined;

  constructor(private readonly intervalMs: number) {}

  /** When to call `due`; undefined while nothing is held. */
  get deadline(): number | undefined {
    return this.held === undefined ? undefined : this.quietUntil;
  }

  /** The text to send now, if any. */
  take(notice: QueueNotice, now: number): string | undefined {
    if (!Number.isFinite(notice.estimateSeconds)) return undefined;
    const bounded = { ...notice, estimateSeconds: Math.max(notice.estimateSeconds, 0) };
    this.held = bounded.estimateSeconds === this.toldEstimateSeconds ? undefined : bounded;
    return this.due(now);
  }

  due(now: number): string | undefined {
    if (this.held === undefined || now < this.quietUntil) return undefined;
    const { estimateSeconds, position, lowerSeconds, upperSeconds, rough } = this.held;
    this.held = undefined;
    this.toldEstimateSeconds = estimateSeconds;
    this.quietUntil = now + this.intervalMs;
    const args = { estimate: estimateSeconds, position, lower: lowerSeconds, upper: upperSeconds };
    return formatServerText('queue', rough === true ? { ...args, rough } : args);
  }

  /** The wait is over: what is held is no longer true. The interval still binds a later wait. */
  stop(): void {
    this.held = undefined;
    this.toldEstimateSeconds = undefined;
  }
}
