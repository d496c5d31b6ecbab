import type { Redis } from 'ioredis';
import { readControl, type Control } from '@/core/admin/control';
import { QUEUE_LIMITS } from '@/core/limits';
import type { Level } from '@/core/schedule/levels';
import type { ScheduleOptions } from '@/core/schedule/options';
import { Journal } from '@/core/schedule/journal';
import { rebuild } from '@/core/schedule/snapshot';
import type { Schedule } from '@/core/schedule/schedule';
import { allClasses, className } from '@/core/schedule/taskClass';
import type { Log } from '@/platform/log';
import { connectRedis } from '@/platform/redis/connect';
import { KEYS } from '@/platform/redis/keys';
import { Lease } from '@/platform/redis/lease';
import { troubleOf } from '@/platform/redis/trouble';
import type { Service } from '@/platform/service';
import { Membership } from './membership';
import { ClassQueues } from './classQueues';
import { controlEvents, levelsOf, sameDurations, setByControl } from './applyControl';
import { FailureKeeper } from './failureKeeper';
import { FailureStore } from './failureStore';
import { LeaderAnswers } from './leaderAnswers';
import { readHistory } from './history';
import type { KnownTask } from './execution';
import { leaveLead, takeLead, type Lead } from './lead';
import { Permits } from './permits';
import { levelsText } from './queueSnapshot';
import { recover } from './recovery';
import { Scheduler } from './scheduler';
import { Store } from './store';
import { Watcher } from './watcher';

/**
 * Stands by until the lead is free, leads until it is lost, and stands by again.
 *
 * standing by -> the lead is taken: the schedule is rebuilt from the queues -> leading
 * leading     -> a renewal fails, the queues are not as believed, or Redis was away (what it had not yet written to disk
 *                may be lost, so memory is not to be trusted) -> standing by
 */

interface LeadershipOptions {
  readonly id: string;
  readonly redisUrl: string;
  readonly schedule: ScheduleOptions;
  readonly log: Log;
}

export class Leadership implements Service {
  private readonly redis: Redis;
  private scheduler: Scheduler | undefined;
  private queues: ClassQueues | undefined;
  private term = '';
  private readonly lease = new Lease({
    beatMs: QUEUE_LIMITS.heartbeatMs,
    renew: () => this.tick(),
  });
  private leading: { readonly schedule: Schedule; readonly levels: readonly Level[] } | undefined;
  /** One after the other: with every tick, and at once when something was set. */
  private applying: Promise<void> = Promise.resolve();
  private stopped = false;

  constructor(private readonly options: LeadershipOptions) {
    this.redis = connectRedis(options.redisUrl, options.log);
    this.redis.on('close', () => this.stepDown('redis is away'));
  }

  get leads(): boolean {
    return this.scheduler !== undefined;
  }

  async start(): Promise<void> {
    await this.lease.start();
  }

  async stop(): Promise<void> {
    this.stopped = true;
    this.stepDown('stopping');
    await this.lease.stop();
    // Otherwise the lease runs out by itself.
    await leaveLead(this.redis, this.options.id).catch(() => undefined);
    this.redis.disconnect();
  }

  /** Renews or takes the lead, and looks who is there. */
  private async tick(): Promise<void> {
    if (this.stopped) return;
    try {
      const lead = await takeLead(this.redis, this.options.id);
      if (this.scheduler && lead?.term !== this.term) this.stepDown('another scheduler leads');
      if (lead && !this.scheduler) await this.lead(lead);
      else if (this.scheduler) await this.scheduler.lookAround();
      await this.obey();
    } catch (error) {
      this.stumble(error);
    }
  }

  private async lead({ epoch, term }: Lead): Promise<void> {
    const { log, redisUrl } = this.options;
    const { redis } = this;
    const control = await this.readControl();
    const options = { ...this.options.schedule, levels: levelsOf(control, this.options.schedule.levels) };
    const { levels } = options;
    const classNames = allClasses(levels).map((taskClass) => className(taskClass, levels));
    const queues = new ClassQueues(redisUrl, redis, classNames, log);
    this.queues = queues;
    const tasks = new Map<string, KnownTask>();
    const membership = new Membership(redis, tasks, log);
    await membership.look();
    const position = await queues.position();
    const found = await recover(queues, classNames, membership.workers, levels);
    for (const [id, known] of found.tasks) tasks.set(id, known);
    membership.await(found.running.map(({ backend }) => backend));
    const history = await readHistory(redis, levels);
    const schedule = rebuild({ ...found, ...setByControl(found, control, levels), history }, options);
    const permits = new Permits(term);
    for (const [number, name] of found.permits) permits.adopt(name, number);
    const configuredLevels = levelsText(this.options.schedule.levels);
    const journal = new Journal(schedule);
    const failures = new FailureKeeper({
      ...{ store: new FailureStore(redis), journal, epoch },
      sourceOf: (task) => tasks.get(task)?.task.source,
      log,
      workers: () => membership.workers,
    });
    const watched = { redis, schedule, epoch, leader: this.options.id, configuredLevels, failures, log };
    const onFailed = (error: unknown) => {
      if (this.scheduler === scheduler) this.stumble(error);
    };
    const scheduler: Scheduler = new Scheduler({
      schedule,
      journal,
      answers: new LeaderAnswers({ redis, schedule, control: () => this.readControl() }),
      options,
      tasks,
      store: new Store(redis, term),
      queues,
      permits,
      membership,
      blockingRedis: connectRedis(redisUrl, log),
      log,
      watcher: (accuracy) => new Watcher({ ...watched, accuracy }),
      onControl: () => this.obey(),
      onFailed,
      onDrift: (why) => this.stepDown(`the queues are not as believed: ${why}`),
    });
    this.term = term;
    this.leading = { schedule, levels };
    this.scheduler = scheduler;
    log.info({ epoch, waiting: found.waiting.length, running: found.running.length }, 'this scheduler leads');
    scheduler.start(found.shells).catch(onFailed);
    await queues.listen(position, scheduler);
  }

  /**
   * Does what administrators have set. Other durations are other classes: while nobody waits, the lead is given up
   * and taken anew with them; until then they are looked at again with every tick.
   */
  private obey(): Promise<void> {
    const next = this.applying.then(() => this.applyNow());
    // Whoever asked hears of it; the next begins all the same.
    this.applying = next.catch(() => undefined);
    return next;
  }

  private async applyNow(): Promise<void> {
    const { scheduler, leading } = this;
    if (!scheduler || !leading) return;
    const control = await this.readControl();
    const { schedule } = leading;
    const levels = levelsOf(control, this.options.schedule.levels);
    const isSameList = sameDurations(levels, schedule.levels);
    if (!isSameList && schedule.waiting.size === 0) return this.stepDown('an administrator changed the durations');
    for (const event of controlEvents(schedule, control, isSameList ? levels : schedule.levels))
      await scheduler.happen(event);
  }

  private async readControl(): Promise<Control> {
    return readControl(await this.redis.get(KEYS.control));
  }

  private stumble(error: unknown): void {
    const trouble = troubleOf(error);
    if (!trouble) this.options.log.error({ err: error }, 'the scheduler stumbled');
    this.stepDown(trouble?.message ?? 'an error');
  }

  private stepDown(why: string): void {
    const { scheduler, queues } = this;
    this.scheduler = undefined;
    this.leading = undefined;
    this.queues = undefined;
    if (scheduler) {
      scheduler.stop();
      this.options.log.warn({ why }, 'this scheduler does not lead any more');
    }
    // Not waited for: one whose connection was just lost never says that it is closed, and the next lead has its own.
    queues?.close().catch((error: unknown) => this.options.log.warn({ err: error }, 'a queue was not closed'));
  }
}
