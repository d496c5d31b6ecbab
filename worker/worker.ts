import { hostname } from 'node:os';
import type { Redis } from 'ioredis';
import { permitWord, readWord, workerWord, type SchedulerWord, type WorkerCard } from '@/core/words';
import type { Blobs } from '@/platform/blobs/blobs';
import type { Log } from '@/platform/log';
import { KEYS } from '@/platform/redis/keys';
import { QUEUE_LIMITS } from '@/core/limits';
import { Backend, type BackendParts } from './backend';
import type { Door } from './door';
import type { KeeperClient } from './jail/keeperClient';
import { proveWalls } from './jail/proof';
import { Slots } from './jail/slots';
import { Load } from './load';
import { WarmPool } from './warm/pool';
import { repeatIn, SelfCheck } from './warm/selfCheck';
import type { Shortcuts } from './warm/shortcuts';
import { slotPlan, type SlotPlan } from './warm/slotPlan';
import { Starter } from './warm/starter';

/**
 * A worker: its backends, the word that it lives, and the ear for the scheduler.
 *
 * It listens to the lists of all its backends and to its own with one blocked connection. An epoch below the highest it
 * has heard is the word of a scheduler that no longer leads, and is not acted on.
 */

export interface WorkerOptions {
  readonly id: string;
  readonly seat: string;
  readonly redis: Redis;
  /** A connection of its own, since it is blocked most of the time. */
  readonly ear: Redis;
  readonly keeper: KeeperClient;
  readonly door: Door;
  readonly backendCount: number;
  readonly maxMemoryBytes: number;
  /** For jails that wait, per backend. */
  readonly warmMegabytes: number;
  /** One render in so many is repeated without shortcuts. */
  readonly selfCheckEvery: number;
  readonly shortcuts: Shortcuts;
  readonly hasDisplay: boolean;
  readonly blobs: Blobs;
  readonly version: string;
  readonly toolchain: string;
  readonly log: Log;
}

const HEARTBEAT_MILLISECONDS = 1000;
const LISTEN_SECONDS = 5;
/** Inside the lease, with a second to spare. */
const SILENCE_MILLISECONDS = (QUEUE_LIMITS.backendLeaseSeconds - 1) * 1000;

export class Worker {
  private readonly backends: Backend[] = [];
  private readonly startedAtMs = Date.now();
  private highestEpoch = 0;
  private heart: NodeJS.Timeout | undefined;
  private wallsHeld = 0;
  private pool: WarmPool | undefined;
  private lastBeatMs = performance.now();
  private lastUse = { cpu: process.cpuUsage(), atMs: performance.now() };
  private leaving = false;
  private readonly serving = new Set<Promise<void>>();

  constructor(private readonly options: WorkerOptions) {}

  /** Answers the walls that do not hold; with one of them nothing is started. */
  async start(): Promise<readonly string[]> {
    const { id, backendCount, keeper, log } = this.options;
    const plan = slotPlan(backendCount, this.options.warmMegabytes);
    const slots = new Slots(keeper, log);
    await slots.open(plan.total);
    const proving = await slots.take();
    const proof = await proveWalls(proving);
    if (proof.broken.length > 0) return proof.broken;
    slots.putBack(proving);
    log.info({ walls: proof.held }, 'every wall of the jail holds');
    this.wallsHeld = proof.held;
    const parts = this.makeParts(slots, plan);
    for (let i = 1; i <= backendCount; i += 1) this.backends.push(new Backend(`${id}.${i}`, parts));
    await this.beat();
    await this.tell({ type: 'worker-joined', worker: id });
    this.heart = setInterval(() => this.live(), HEARTBEAT_MILLISECONDS);
    void this.listen();
    this.pool?.start();
    return [];
  }

  private makeParts(slots: Slots, plan: SlotPlan): BackendParts {
    const { backendCount, keeper, redis, door, maxMemoryBytes, shortcuts, selfCheckEvery, log } = this.options;
    const load = new Load(backendCount);
    const { reserved: reservedSlots } = plan;
    const isRoot = keeper.walls.root;
    const pool = new WarmPool({ size: plan.warm, reservedSlots, slots, load, shortcuts, isRoot, log });
    const { hasDisplay } = this.options;
    const starter = new Starter({ slots, pool, shortcuts, hasDisplay, log });
    const repeat = repeatIn(slots, reservedSlots);
    const selfCheck = new SelfCheck({ every: selfCheckEvery, repeat, load, shortcuts, log });
    this.pool = pool;
    const measured = keeper.walls.cgroup === 'none' ? 'sampled' : 'cgroup';
    return { redis, door, slots, starter, selfCheck, load, maxMemoryBytes, blobs: this.options.blobs, measured, log };
  }

  /** Takes nothing more, ends what runs, and says goodbye. */
  async stop(): Promise<void> {
    const { id, redis, ear } = this.options;
    this.leaving = true;
    this.pool?.stop();
    clearInterval(this.heart);
    ear.disconnect();
    for (const backend of this.backends) backend.stopAll({ kind: 'shutting-down' });
    await Promise.all(this.serving);
    await redis.multi().srem(KEYS.workers, id).del(KEYS.worker(id)).exec();
    await this.tell({ type: 'worker-left', worker: id });
  }

  private async listen(): Promise<void> {
    const { ear, id, log } = this.options;
    const inbox = KEYS.workerInbox(id);
    const lists = new Map(this.backends.map((backend) => [KEYS.permits(backend.id), backend]));
    while (!this.leaving) {
      try {
        const heard = await ear.blpop([inbox, ...lists.keys()], LISTEN_SECONDS);
        if (!heard) continue;
        const [list, text] = heard;
        if (list === inbox) this.hear(text);
        else this.permit(lists.get(list), text);
      } catch (error) {
        if (!this.leaving)
          log.warn({ err: error instanceof Error ? error.message : error }, 'listening was interrupted');
      }
    }
  }

  private permit(backend: Backend | undefined, text: string): void {
    const permit = readWord(permitWord, text);
    if (!permit || !backend || this.isStale(permit.epoch)) return;
    const served = backend.serve(permit).catch((error: unknown) => {
      this.options.log.error(
        { task: permit.task, err: error instanceof Error ? error.message : error },
        'a task could not be served',
      );
    });
    this.serving.add(served);
    void served.finally(() => this.serving.delete(served));
  }

  private hear(text: string): void {
    const word = readWord(workerWord, text);
    if (!word || this.isStale(word.epoch)) return;
    for (const backend of this.backends) {
      if (word.type === 'duration') backend.limit(word.task, word.durationSeconds);
      else backend.stop(word.task, { kind: 'halted' });
    }
  }

  private isStale(epoch: number): boolean {
    if (epoch < this.highestEpoch) return true;
    this.highestEpoch = epoch;
    return false;
  }

  /**
   * A worker that cannot be heard is soon taken for lost, and its tasks are run elsewhere: before that it ends itself,
   * and its jails with it, so that nothing ever runs twice at a time. The supervisor starts a new one.
   */
  private live(): void {
    if (performance.now() - this.lastBeatMs > SILENCE_MILLISECONDS) {
      this.options.log.fatal(
        'Redis has been out of reach for too long; this worker ends before its tasks run elsewhere',
      );
      process.exit(1);
    }
    this.beat().catch(() => undefined);
  }

  private async beat(): Promise<void> {
    const { id, redis, version, toolchain, keeper, shortcuts } = this.options;
    const busy = this.backends.flatMap((backend) =>
      backend.task === undefined ? [] : [[backend.id, backend.task] as const],
    );
    const card: WorkerCard = {
      worker: id,
      seat: this.options.seat,
      backends: this.backends.map((backend) => backend.id),
      busy: Object.fromEntries(busy),
      host: hostname(),
      version,
      toolchain,
      walls: { root: keeper.walls.root, cgroup: keeper.walls.cgroup, held: this.wallsHeld },
      differing: [...shortcuts.differing],
      startedAtMs: this.startedAtMs,
      ...this.ownUse(),
    };
    // Into the set each time: a scheduler that took us for lost has removed us from it.
    const beat = redis.multi().set(KEYS.worker(id), JSON.stringify(card), 'EX', QUEUE_LIMITS.backendLeaseSeconds);
    await beat.sadd(KEYS.workers, id).exec();
    this.lastBeatMs = performance.now();
  }

  private ownUse(): { memoryBytes: number; cpuShare: number } {
    const [cpu, nowMs] = [process.cpuUsage(), performance.now()];
    const { cpu: before, atMs } = this.lastUse;
    this.lastUse = { cpu, atMs: nowMs };
    const busyMs = (cpu.user + cpu.system - before.user - before.system) / 1000;
    const cpuShare = Math.round((busyMs / Math.max(1, nowMs - atMs)) * 100) / 100;
    return { memoryBytes: process.memoryUsage.rss(), cpuShare };
  }

  private async tell(word: SchedulerWord): Promise<void> {
    await this.options.redis.xadd(KEYS.incoming, '*', 'word', JSON.stringify(word));
  }
}
