import type { Redis } from 'ioredis';
import { drawnBy, type SchedulerMessage } from '@/core/messages';
import { shellPlaceId } from '@/core/schedule/shellPlaces';
import type { Blobs } from '@/platform/blobs/blobs';
import type { Log } from '@/platform/log';
import { Consumer } from '@/platform/redis/consumer';
import { KEYS } from '@/platform/redis/keys';
import { Lease } from '@/platform/redis/lease';
import { fromLists, type ListEntry } from '@/platform/redis/readers';
import { Roster } from '@/platform/redis/roster';
import { troubleOf } from '@/platform/redis/trouble';
import { QUEUE_LIMITS } from '@/core/limits';
import { Backend, type BackendParts } from './backend';
import type { SocketServer } from './socketServer';
import type { KeeperClient } from './jail/keeperClient';
import { proveWalls } from './jail/proof';
import { Slots } from './jail/slots';
import { Heartbeats } from './heartbeats';
import { Load } from './load';
import { SchedulerInbox } from './schedulerInbox';
import type { Spool } from './spool';
import { WarmPool } from './warm/pool';
import { WarmJail } from './warm/warmJail';
import { repeatIn, SelfCheck } from './warm/selfCheck';
import { TaskSource } from './taskSource';
import type { Shortcuts } from './warm/shortcuts';
import { slotPlan, type SlotPlan } from './warm/slotPlan';
import { LabelMemory } from './warm/labelMemory';
import { Starter } from './warm/starter';

/** A worker: its backends, their jails, its heartbeat, and what it hears from the scheduler. */

interface WorkerOptions {
  readonly id: string;
  readonly hostKey: string;
  readonly redis: Redis;
  /** A connection of its own, since it is blocked most of the time. */
  readonly blockingRedis: Redis;
  readonly keeper: KeeperClient;
  readonly socketServer: SocketServer;
  readonly backendCount: number;
  /** At most so many, beside the backends. */
  readonly shellPlaces: number;
  readonly maxMemoryBytes: number;
  /** How long a front may leave what it is sent unread. */
  readonly deliverySeconds: number;
  readonly spool: Spool;
  /** For jails that wait, per backend. */
  readonly warmMegabytes: number;
  /** One render in so many is repeated without shortcuts. */
  readonly selfCheckEvery: number;
  readonly shortcuts: Shortcuts;
  readonly hasDisplay: boolean;
  readonly blobs: Blobs;
  /** Whether the sources of what failed may be kept. */
  readonly keepsSources: boolean;
  readonly version: string;
  readonly toolchain: string;
  readonly log: Log;
}

/** Before the locks of its tasks run out. */
const SILENCE_MS = (QUEUE_LIMITS.lockSeconds - 0.5) * 1000;

export class Worker {
  private readonly backends: Backend[] = [];
  private readonly shellPlaces: Backend[] = [];
  private readonly source: TaskSource;
  private readonly roster: Roster;
  private readonly lease: Lease;
  private pool: WarmPool | undefined;
  private heartbeats: Heartbeats | undefined;
  private consumer: Consumer<ListEntry> | undefined;
  private inbox: SchedulerInbox | undefined;

  constructor(private readonly options: WorkerOptions) {
    this.source = new TaskSource(options.redis, options.log);
    this.roster = new Roster(options.redis, KEYS.workers, KEYS.worker);
    this.lease = new Lease({
      beatMs: QUEUE_LIMITS.heartbeatMs,
      renew: () => this.beat(),
      silenceMs: SILENCE_MS,
      onSilent: () => this.die(),
      onFailed: (error) => {
        if (!troubleOf(error)) options.log.warn({ err: error }, 'a heartbeat was not sent');
      },
    });
  }

  /** Answers the walls that do not hold; with one of them nothing is started. */
  async start(): Promise<readonly string[]> {
    const { id, backendCount, keeper, log } = this.options;
    const plan = slotPlan(backendCount, this.options.warmMegabytes, this.options.shellPlaces);
    const slots = new Slots(keeper, log);
    await slots.open(plan.total);
    const proving = await slots.take();
    const proof = await proveWalls(proving);
    if (proof.broken.length > 0) return proof.broken;
    slots.putBack(proving);
    log.info({ walls: proof.held }, 'every wall of the jail holds');
    const { hostKey, version, toolchain } = this.options;
    const walls = { root: keeper.walls.root, cgroup: keeper.walls.cgroup, held: proof.held };
    this.heartbeats = new Heartbeats({ worker: id, hostKey, version, toolchain, walls });
    // Kept for repetitions from here on.
    const { shortcuts, hasDisplay } = this.options;
    const parts = this.makeParts(slots, plan, repeatIn(await slots.take(), shortcuts.library, hasDisplay));
    for (let i = 1; i <= backendCount; i += 1) this.backends.push(new Backend(`${id}.${i}`, parts));
    // A shell that waits for its person keeps no backend busy, nor a slot from the others.
    const own = new Slots(keeper, log);
    await own.open(plan.shellPlaces, plan.total);
    const beside = { ...parts, slots: own, load: new Load(plan.shellPlaces) };
    for (let i = 1; i <= plan.shellPlaces; i += 1) this.shellPlaces.push(new Backend(shellPlaceId(id, i), beside));
    await this.lease.start();
    await this.tell({ type: 'worker-joined', worker: id });
    this.consumer = this.makeConsumer();
    this.consumer.start();
    this.pool?.start();
    return [];
  }

  private makeParts(slots: Slots, plan: SlotPlan, repeat: ReturnType<typeof repeatIn>): BackendParts {
    const { backendCount, keeper, shortcuts, selfCheckEvery, log } = this.options;
    const load = new Load(backendCount);
    const { reserved: reservedSlots } = plan;
    const isRoot = keeper.walls.root;
    const pool = new WarmPool({
      size: plan.warm,
      reservedSlots,
      slots,
      load,
      shortcuts,
      isRoot,
      hasTemplates: isRoot && plan.warm > 0,
      startJail: (...args) => WarmJail.start(...args),
      log,
    });
    const { hasDisplay } = this.options;
    const starter = new Starter({ slots, pool, shortcuts, hasDisplay, labels: new LabelMemory(), log });
    const selfCheck = new SelfCheck({ every: selfCheckEvery, repeat, load, shortcuts, log });
    this.pool = pool;
    const measured = keeper.walls.cgroup === 'none' ? 'sampled' : 'cgroup';
    const { redis, socketServer, maxMemoryBytes, deliverySeconds, spool, blobs, keepsSources } = this.options;
    const limits = { maxMemoryBytes, deliverySeconds, spool, unsent: { bytes: 0 } };
    return {
      redis,
      source: this.source,
      socketServer,
      slots,
      starter,
      selfCheck,
      load,
      ...limits,
      blobs,
      keepsSources,
      measured,
      toolchain: drawnBy(this.options),
      log,
    };
  }

  /** Takes nothing more, ends what runs, and says goodbye. */
  async stop(): Promise<void> {
    const { id } = this.options;
    this.pool?.stop();
    await this.consumer?.stop();
    await this.lease.stop();
    // First, so that nothing more is permitted here.
    await this.roster.leave(id);
    await this.tell({ type: 'worker-left', worker: id });
    for (const backend of this.everywhere()) backend.served.stopAll({ kind: 'shutting-down' });
    await this.inbox?.settled();
    await this.source.close();
  }

  private everywhere(): readonly Backend[] {
    return [...this.backends, ...this.shellPlaces];
  }

  private makeConsumer(): Consumer<ListEntry> {
    const { blockingRedis: redis, id, log } = this.options;
    const inbox = new SchedulerInbox({ worker: id, backends: this.everywhere(), redis: this.options.redis, log });
    this.inbox = inbox;
    return new Consumer({
      what: 'permits',
      redis,
      read: fromLists(inbox.lists),
      handle: (entry) => inbox.take(entry),
      log,
    });
  }

  /**
   * A worker that cannot be heard is soon taken for lost, and its tasks are run elsewhere: before that it ends itself,
   * and its jails with it, so that nothing ever runs twice at a time. The supervisor starts a new one.
   */
  private die(): never {
    this.options.log.fatal('Redis has been out of reach for too long; this worker ends before its tasks run elsewhere');
    process.exit(1);
  }

  private async beat(): Promise<void> {
    const { id, shortcuts } = this.options;
    const heartbeat = this.heartbeats?.next(this.backends, this.shellPlaces, shortcuts.differing);
    if (!heartbeat) return;
    await this.roster.say(id, JSON.stringify(heartbeat), QUEUE_LIMITS.backendLeaseSeconds);
    await this.source.extendAll();
  }

  private async tell(message: SchedulerMessage): Promise<void> {
    await this.options.redis.xadd(KEYS.incoming, '*', 'message', JSON.stringify(message));
  }
}
