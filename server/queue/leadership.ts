import type { Redis } from 'ioredis';
import { readControl } from '@/core/admin/control';
import type { Level } from '@/core/schedule/levels';
import type { ScheduleOptions } from '@/core/schedule/options';
import { rebuild } from '@/core/schedule/records';
import type { Schedule } from '@/core/schedule/schedule';
import type { Log } from '@/platform/log';
import { connectRedis } from '@/platform/redis/connect';
import { KEYS } from '@/platform/redis/keys';
import { Census } from './census';
import { controlEvents, levelsOf, sameDurations, setByControl } from './obedience';
import { readHistory } from './history';
import { leaveLead, takeLead } from './lead';
import { Lines } from './lines';
import { levelsWords } from './portrait';
import { findRecords } from './rebuilding';
import { Scheduler } from './scheduler';
import { Store, type Owner } from './store';
import { Watcher } from './watcher';

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
  private lines: Lines | undefined;
  private epoch = 0;
  private ticking: NodeJS.Timeout | undefined;
  private leading: { readonly schedule: Schedule; readonly levels: readonly Level[] } | undefined;
  /** One after the other: with every tick, and at once when something was set. */
  private obeying: Promise<void> = Promise.resolve();
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
      else if (this.scheduler) await this.scheduler.lookAround();
      await this.obey();
    } catch (error) {
      this.options.log.error({ err: error }, 'the scheduler stumbled');
      await this.stepDown('an error');
    } finally {
      this.busy = false;
    }
  }

  private async lead(epoch: number): Promise<void> {
    const { log, redisUrl } = this.options;
    const control = readControl(await this.redis.get(KEYS.control));
    const options = { ...this.options.schedule, levels: levelsOf(control, this.options.schedule.levels) };
    const { levels } = options;
    const store = new Store(this.redis, epoch);
    await store.prepare();
    const owners = new Map<string, Owner>();
    const census = new Census(this.redis, owners, log);
    await census.look();
    const records = await findRecords(this.redis, store, census.workers, levels);
    for (const [task, owner] of records.owners) owners.set(task, owner);
    census.await(records.running.map(({ backend }) => backend));
    const history = await readHistory(this.redis, levels);
    const schedule = rebuild({ ...records, ...setByControl(records, control, levels), history }, options);
    this.lines = new Lines(redisUrl, levels, epoch, log);
    await this.lines.reset(numbered(records.waiting));
    this.epoch = epoch;
    this.leading = { schedule, levels };
    const configuredLevels = levelsWords(this.options.schedule.levels);
    const watched = { redis: this.redis, schedule, epoch, leader: this.options.id, configuredLevels, log };
    this.scheduler = new Scheduler({
      schedule,
      options,
      owners,
      store,
      lines: this.lines,
      census,
      ear: this.ear,
      log,
      watcher: (accuracy) => new Watcher({ ...watched, accuracy }),
      onControl: () => this.obey(),
    });
    for (const { task, permit, backend } of records.unacknowledged)
      this.scheduler.expectAcknowledgement(task, permit, backend);
    log.info({ epoch, waiting: records.waiting.length, running: records.running.length }, 'this scheduler leads');
    this.scheduler
      .run()
      .catch((error: unknown) => this.stepDown(error instanceof Error ? error.message : String(error)));
  }

  /**
   * Does what administrators have set. Other durations are other classes: while nobody waits, the lead is given up
   * and taken anew with them; until then they are looked at again with every tick.
   */
  private obey(): Promise<void> {
    const next = this.obeying.then(() => this.obeyNow());
    this.obeying = next.catch(() => undefined);
    return next;
  }

  private async obeyNow(): Promise<void> {
    const { scheduler, leading } = this;
    if (!scheduler || !leading) return;
    const control = readControl(await this.redis.get(KEYS.control));
    const { schedule } = leading;
    const levels = levelsOf(control, this.options.schedule.levels);
    const isSameList = sameDurations(levels, schedule.levels);
    if (!isSameList && schedule.waiting.size === 0) return this.stepDown('an administrator changed the durations');
    for (const event of controlEvents(schedule, control, isSameList ? levels : schedule.levels))
      await scheduler.happen(event);
  }

  private async stepDown(why: string): Promise<void> {
    const { scheduler, lines } = this;
    if (!scheduler) return;
    this.scheduler = undefined;
    this.leading = undefined;
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
