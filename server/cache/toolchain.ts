import type { Redis } from 'ioredis';
import { drawnBy } from '@/core/messages';
import type { Log } from '@/platform/log';
import { Loop } from '@/platform/loop';
import type { Service } from '@/platform/service';
import { readHeartbeats } from '../health';

/** Which toolchain draws now: a picture is only kept for as long as it would come out the same. */

const INTERVAL_MS = 5000;
/** Until the first worker is seen, which may come later than the front. */
const FIRST_INTERVAL_MS = 100;

export class Toolchain implements Service {
  /** Undefined while workers differ, and before any worker was seen. */
  version: string | undefined;
  private lookedAtMs = Number.NEGATIVE_INFINITY;
  private readonly looking: Loop;

  constructor(
    private readonly redis: Redis,
    log: Log,
  ) {
    const runOnce = () => this.runOnce(performance.now());
    this.looking = new Loop({ what: 'looking at the toolchain', everyMs: FIRST_INTERVAL_MS, runOnce, log });
  }

  async start(): Promise<void> {
    await this.looking.runOnce();
    this.looking.start();
  }

  stop(): Promise<void> {
    return this.looking.stop();
  }

  async runOnce(nowMs: number): Promise<void> {
    if (this.version !== undefined && nowMs - this.lookedAtMs < INTERVAL_MS) return;
    this.lookedAtMs = nowMs;
    const heartbeats = await readHeartbeats(this.redis);
    // While none is there, what was drawn before is as good as it was.
    if (heartbeats.length === 0) return;
    const versions = new Set(heartbeats.map(drawnBy));
    this.version = versions.size === 1 ? [...versions][0] : undefined;
  }
}
