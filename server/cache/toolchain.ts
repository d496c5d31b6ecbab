import type { Redis } from 'ioredis';
import { readHeartbeats } from '../health';

/** Which toolchain draws now: a picture is only kept for as long as it would come out the same. */

const INTERVAL_MS = 5000;
/** Until the first worker is seen, which may come later than the front. */
const FIRST_INTERVAL_MS = 100;

export class Toolchain {
  /** Undefined while workers differ, and before any worker was seen. */
  version: string | undefined;
  private timer: NodeJS.Timeout | undefined;
  private isStopped = false;

  constructor(private readonly redis: Redis) {}

  /** Looks now, and again and again. */
  async start(): Promise<void> {
    await this.look().catch(() => undefined);
    const wait = this.version === undefined ? FIRST_INTERVAL_MS : INTERVAL_MS;
    if (!this.isStopped) this.timer = setTimeout(() => void this.start(), wait);
  }

  stop(): void {
    this.isStopped = true;
    clearTimeout(this.timer);
  }

  async look(): Promise<void> {
    const heartbeats = await readHeartbeats(this.redis);
    // While none is there, what was drawn before is as good as it was.
    if (heartbeats.length === 0) return;
    const versions = new Set(heartbeats.map((heartbeat) => `${heartbeat.version} ${heartbeat.toolchain}`));
    this.version = versions.size === 1 ? [...versions][0] : undefined;
  }
}
