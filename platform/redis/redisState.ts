import type { Redis } from 'ioredis';
import type { Failure } from '@/core/errors';
import { REDIS_ABSENCE } from '@/core/limits';
import { AWAY, REPLICA, SILENT, troubleOf, unavailable, UnavailableError, type Absence, type Trouble } from './trouble';

/**
 * Whether Redis can be used now: asked at every border before work is taken in.
 *
 * **available** -> the connection is lost, Redis is silent for too long, or it takes no changes -> **in trouble**
 * **in trouble** -> it answers, and takes changes -> **available**
 *
 * Connections that serve requests (`REQUESTS`) give up what was asked of them as soon as they are lost. One that is
 * silent is cut here, so that whoever waits for its answer hears of it in time.
 */

/** For connections that serve requests: nobody wants an answer that comes when Redis is back. Wait with `untilOpen`. */
export const REQUESTS = { maxRetriesPerRequest: 0, enableOfflineQueue: false, disconnectTimeout: 50 } as const;

/** Such a connection refuses everything until it is open. */
export async function untilOpen(redis: Redis): Promise<void> {
  if (redis.status !== 'ready') await new Promise((resolve) => redis.once('ready', resolve));
}

const { probeMs, silenceMs } = REDIS_ABSENCE;

export class RedisState {
  private trouble: Trouble | undefined;
  private timer: NodeJS.Timeout | undefined;
  private askedAt: number | undefined;
  private lookedAt = performance.now();
  private busyMs = 0;
  private readonly cut = new Set<Redis>();

  constructor(
    private readonly redis: Redis,
    private readonly absence: Absence,
  ) {
    this.serve(redis);
    redis.on('close', () => {
      this.askedAt = undefined;
      this.trouble ??= AWAY;
    });
    redis.on('ready', () => void this.probe());
  }

  start(): void {
    this.timer = setInterval(() => this.look(), probeMs);
  }

  stop(): void {
    clearInterval(this.timer);
  }

  /** A connection that is cut when Redis is silent. */
  serve(redis: Redis): void {
    this.cut.add(redis);
  }

  get isAvailable(): boolean {
    return this.trouble === undefined;
  }

  /** For whoever runs Redis. */
  get message(): string | undefined {
    return this.trouble?.message;
  }

  /** What whoever asks for something is told; undefined: go on. */
  get failure(): Failure | undefined {
    return this.trouble && unavailable();
  }

  /** Somebody was refused: what that says about Redis as a whole is known before the next probe. */
  saw(error: unknown): void {
    const trouble = troubleOf(error);
    if (trouble) this.found(trouble);
  }

  /** Somebody waited in vain: until a probe is answered, nobody else needs to. */
  missed(): void {
    this.found(SILENT);
  }

  /** Throws what the borders of HTTP turn into an answer. */
  demand(): void {
    const { failure } = this;
    if (failure) throw new UnavailableError(failure);
  }

  private look(): void {
    const now = performance.now();
    // While this process was busy or slept, it could not read an answer: that is no silence of Redis.
    this.busyMs += Math.max(0, now - this.lookedAt - probeMs);
    this.lookedAt = now;
    if (this.askedAt === undefined) {
      // A connection that is being opened may be silent, too.
      if (this.redis.status === 'connect') this.wait(now);
      else if (this.redis.status === 'ready') void this.probe();
    } else if (now - this.askedAt - this.busyMs > silenceMs) {
      this.askedAt = undefined;
      this.found(SILENT);
      for (const redis of this.cut) if (redis.status === 'ready' || redis.status === 'connect') redis.disconnect(true);
    }
  }

  private wait(now: number): void {
    this.askedAt = now;
    this.busyMs = 0;
  }

  private async probe(): Promise<void> {
    const askedAt = performance.now();
    this.wait(askedAt);
    const trouble = await this.ask();
    // Cut meanwhile: that was found already.
    if (this.askedAt !== askedAt) return;
    this.askedAt = undefined;
    this.found(trouble);
  }

  private async ask(): Promise<Trouble | undefined> {
    try {
      const answers = (await this.redis.pipeline().ping().role().exec()) ?? [];
      // Who may not ask for the role is told by what it may not write.
      for (const [error] of answers) if (error && troubleOf(error)) return troubleOf(error);
      const role = answers[1]?.[1];
      return Array.isArray(role) && role[0] !== 'master' ? REPLICA : undefined;
    } catch (error) {
      return troubleOf(error);
    }
  }

  private found(trouble: Trouble | undefined): void {
    this.trouble = trouble;
    if (trouble) this.absence.seen(this, trouble);
    else this.absence.over(this);
  }
}
