import { setTimeout as sleep } from 'node:timers/promises';
import { SERVICE_LIMITS } from '@/core/limits';
import type { Log } from './log';

/**
 * What a process consists of: services, each started after those it needs and stopped before them.
 *
 * **start**: in order; the first that fails ends the start, and its error is the caller's. Nothing is stopped then: the
 * process ends, and what it held in Redis runs out by its lease.
 * **stop**: in reverse order, whatever was started. One that fails or takes too long is logged, and the others are
 * stopped all the same: an orderly stop of the rest is worth more than that of one.
 */

export interface Service {
  start?(): Promise<void> | void;
  stop?(): Promise<void> | void;
}

/** A new start of the process would fail the same way; the message is for the person who started it. */
export class HopelessError extends Error {}

interface Named {
  readonly name: string;
  readonly service: Service;
}

export class Services implements Service {
  private readonly waiting: Named[] = [];
  private readonly started: Named[] = [];
  private stopping: Promise<void> | undefined;

  constructor(
    private readonly log: Log,
    private readonly stopMs: number = SERVICE_LIMITS.stopMs,
  ) {}

  /** The name is for the log. */
  add(name: string, service: Service): void {
    this.waiting.push({ name, service });
  }

  /** Those that were added since the last time. When it is being stopped, nothing more is started. */
  async start(): Promise<void> {
    while (!this.stopping) {
      const next = this.waiting.shift();
      if (!next) return;
      this.started.push(next);
      await next.service.start?.();
    }
  }

  /** Never rejects. Asked twice, it stops once. */
  stop(): Promise<void> {
    this.stopping ??= this.stopAll();
    return this.stopping;
  }

  private async stopAll(): Promise<void> {
    for (let last = this.started.pop(); last; last = this.started.pop()) await this.stopOne(last);
  }

  private async stopOne({ name, service }: Named): Promise<void> {
    const { log, stopMs } = this;
    const over = new AbortController();
    try {
      const ended = await Promise.race([service.stop?.(), sleep(stopMs, 'late', { signal: over.signal })]);
      if (ended === 'late') log.warn({ service: name, milliseconds: stopMs }, 'a service did not stop in time');
    } catch (error) {
      log.error({ err: error, service: name }, 'a service could not be stopped');
    } finally {
      over.abort();
    }
  }
}
