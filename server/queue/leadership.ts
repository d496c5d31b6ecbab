import type { Redis } from 'ioredis';
import type { ScheduleOptions } from '@/core/schedule/options';
import { rebuild } from '@/core/schedule/records';
import type { Log } from '@/platform/log';
import { connectRedis } from '@/platform/redis/connect';
import { Census } from './census';
import { leaveLead, takeLead } from './lead';
import { Lines } from './lines';
import { findRecords } from './rebuilding';
import { Scheduler } from './scheduler';
import { Store, type Owner } from './store';

/**
 * Stands by until the lead is free, leads until it is lost, and stands by again.
 *
 * standing by -> the lead is taken: the schedule is rebuilt from Redis, the lines are made to agree -> leading
 * leading     -> a renewal fails, a script says `stale`, or Redis was away (what it had not yet written to disk may be
 *                lost, so memory is not to be trusted) -> standing by
 */

export interface LeadershipOptions {
  readonly id: string;
  readonly redisUrl: string;
  readonly schedule: ScheduleOptions;
  readonly log: Log;
}

const RENEW_MILLISECONDS = 1000;

export class Leadership {
  private readonly redis: Redis;
  private readonly ear: Redis;
  private scheduler: Scheduler | undefined;
  private census: Census | undefined;
  private lines: Lines | undefined;
  private epoch = 0;
  private ticking: NodeJS.Timeout | undefined;
  private busy = false;
  private stopped = false;

  constructor(private readonly options: LeadershipOptions) {
    this.redis = connectRedis(options.redisUrl, options.log);
    this.ear = connectRedis(options.redisUrl, options.log);
    this.redis.on('close', () => void this.stepDown('redis is away'));
  }

  get leads(): boolean {
    return this.scheduler !== undefined;
  }

  async start(): Promise<void> {
    await this.tick();
    this.ticking = setInterval(() => void this.tick(), RENEW_MILLISECONDS);
  }

  async stop(): Promise<void> {
    this.stopped = true;
    clearInterval(this.ticking);
    await this.stepDown('stopping');
    await leaveLead(this.redis, this.options.id).catch(() => undefined);
    this.redis.disconnect();
    this.ear.disconnect();
  }

  /** Renews or takes the lead, and looks who is there. One at a time, however slow Redis is. */
  private async tick(): Promise<void> {
    if (this.busy || this.stopped) return;
    this.busy = true;
    try {
      const epoch = await takeLead(this.redis, this.options.id);
      if (this.scheduler && epoch !== this.epoch) await this.stepDown('another scheduler leads');
      if (epoch > 0 && !this.scheduler) await this.lead(epoch);
      else if (this.scheduler)
        for (const event of (await this.census?.look()) ?? []) await this.scheduler.happen(event);
    } catch (error) {
      this.options.log.error({ err: error }, 'the scheduler stumbled');
      await this.stepDown('an error');
    } finally {
      this.busy = false;
    }
  }

  private async lead(epoch: number): Promise<void> {
    const { schedule: options, log, redisUrl } = this.options;
    const store = new Store(this.redis, epoch);
    const owners = new Map<string, Owner>();
    const census = new Census(this.redis, owners, log);
    await census.look();
    const records = await findRecords(this.redis, store, census.workers, options.levels);
    for (const [task, owner] of records.owners) owners.set(task, owner);
    const schedule = rebuild(records, options);
    this.lines = new Lines(redisUrl, options.levels, epoch, log);
    await this.lines.reset(numbered(records.waiting));
    this.census = census;
    this.epoch = epoch;
    this.scheduler = new Scheduler({
      schedule,
      options,
      owners,
      store,
      lines: this.lines,
      census,
      ear: this.ear,
      log,
    });
    log.info({ epoch, waiting: records.waiting.length, running: records.running.length }, 'this scheduler leads');
    this.scheduler
      .run()
      .catch((error: unknown) => this.stepDown(error instanceof Error ? error.message : String(error)));
  }

  private async stepDown(why: string): Promise<void> {
    const { scheduler, lines } = this;
    if (!scheduler) return;
    this.scheduler = undefined;
    this.lines = undefined;
    scheduler.end();
    this.options.log.warn({ why }, 'this scheduler does not lead any more');
    await lines?.close().catch(() => undefined);
  }
}

function numbered<T extends { id: string; taskClass: T['taskClass']; number?: number }>(waiting: readonly T[]) {
  return waiting.flatMap(({ id, taskClass, number }) =>
    number === undefined ? [] : [{ task: id, taskClass, number }],
  );
}
