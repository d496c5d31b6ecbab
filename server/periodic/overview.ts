import type { Redis } from 'ioredis';
import { handleKey, type Job, type JobHandle } from '@/core/periodic/job';
import { isHousekeeping } from '@/core/periodic/reserved';
import type { FuncStatus } from '@/core/periodic/store';
import { KEYS } from '@/platform/redis/keys';
import { loadScript } from '@/platform/redis/script';
import { readHandleText, readRecord } from './batchReader';
import { readable } from './readable';
import type { RedisStore } from './redisStore';

/**
 * What an admin may see and do about jobs, whichever front they are at. Funcs and names are byte texts, as everywhere:
 * one character for each byte. Labels are what people read.
 */

const list = loadScript('periodicList');

interface ListedFunc extends FuncStatus {
  readonly label: string;
}

interface ListedJob extends JobHandle {
  readonly funcLabel: string;
  readonly nameLabel: string;
  readonly state: 'running' | 'locked' | 'due' | 'future' | 'dead';
  readonly schedAtSeconds: number;
  readonly runCount: number;
  readonly timeoutSeconds: number;
  readonly workloadBytes: number;
  /** Who runs it. */
  readonly worker: string | undefined;
}

interface ListedWorker {
  readonly worker: string;
  readonly front: string;
  readonly funcLabels: readonly string[];
  readonly runningJobs: number;
}

/** Of all funcs together. */
type JobTotals = Readonly<Record<'pending' | 'running' | 'locked' | 'dead', number>>;

export interface Page {
  readonly from: number;
  readonly count: number;
}

export class PeriodicOverview {
  constructor(
    private readonly store: RedisStore,
    private readonly redis: Redis,
    /** Hears of a job that was in the queue or running. */
    private readonly onRemoved: (job: Job) => Promise<void>,
  ) {}

  /** In the last hour, as this front has heard; undefined: it has not run. */
  recentRuns(job: JobHandle): number[] | undefined {
    return this.store.recentRuns.of(job);
  }

  async functions(): Promise<ListedFunc[]> {
    return (await this.store.status()).map((status) => ({ ...status, label: readable(status.func) }));
  }

  async totals(): Promise<JobTotals> {
    const [statuses, dead] = await Promise.all([this.store.status(), this.redis.zcard(KEYS.periodic('dead'))]);
    const sum = (count: (status: FuncStatus) => number) => statuses.reduce((total, one) => total + count(one), 0);
    const [running, locked] = [sum((one) => one.running), sum((one) => one.locked)];
    return { pending: sum((one) => one.jobs) - running - locked, running, locked, dead };
  }

  async workers(): Promise<ListedWorker[]> {
    const { redis } = this;
    const fronts = await redis.zrange(KEYS.periodic('fronts'), '0', '-1');
    const ids = await Promise.all(fronts.map((front) => redis.smembers(KEYS.periodic('frontWorkers', front))));
    const all = fronts.flatMap((front, i) => (ids[i] ?? []).map((worker) => ({ worker, front })));
    return Promise.all(
      all.map(async ({ worker, front }) => {
        const funcs = await redis.smembersBuffer(KEYS.periodic('serves', worker));
        const runningJobs = await redis.scard(KEYS.periodic('runs', worker));
        const funcLabels = funcs.map((func) => readable(func.toString('latin1'))).sort();
        return { worker, front, funcLabels, runningJobs };
      }),
    );
  }

  /** Running ones first, then those that wait for a lock, those that are due, and the others by their time. */
  jobs(func: string, page: Page): Promise<ListedJob[]> {
    return this.list(func, page);
  }

  /** The newest first. */
  deadJobs(page: Page): Promise<ListedJob[]> {
    return this.list('', page);
  }

  /** False: it is unknown, runs already, or waits for a lock. */
  runNow(handle: JobHandle): Promise<boolean> {
    return this.store.runNow(handle);
  }

  /** Whatever its state, dead ones too; a render under way ends. False: it is a chore of the product's, which could not do without. */
  async remove(handle: JobHandle): Promise<boolean> {
    if (isHousekeeping(handle.func)) return false;
    const job = await this.store.takeOut(handle);
    if (job !== undefined) await this.onRemoved(job);
    return true;
  }

  /** A dead job runs again, as if for the first time. False: it is not on the dead list, or there is no room. */
  async retry(handle: JobHandle): Promise<boolean> {
    const field = Buffer.from(handleKey(handle), 'latin1');
    const record = await this.redis.hgetBuffer(KEYS.periodic('deadJobs'), field);
    if (record === null) return false;
    const job = { ...readRecord(handle.func, handle.name, record), schedAtSeconds: 0, runCount: 0 };
    return (await this.store.submit(job)) === 'stored';
  }

  private async list(func: string, page: Page): Promise<ListedJob[]> {
    const args = [KEYS.periodic(''), Buffer.from(func, 'latin1'), page.from, page.count];
    const answer = (await list.runBytes(this.redis, [], args)) as Buffer[];
    const jobs: ListedJob[] = [];
    for (let i = 0; i + 4 < answer.length; i += 5) {
      const [name, state, header, size, worker] = answer.slice(i, i + 5).map((part) => part.toString('latin1'));
      if (name === undefined || header === undefined) continue;
      const handle = func === '' ? readHandleText(name) : { func, name };
      const { schedAtSeconds, runCount, timeoutSeconds } = readRecord(
        handle.func,
        handle.name,
        Buffer.from(header, 'latin1'),
      );
      jobs.push({
        ...handle,
        ...{ funcLabel: readable(handle.func), nameLabel: readable(handle.name) },
        state: state as ListedJob['state'],
        ...{ schedAtSeconds, runCount, timeoutSeconds },
        workloadBytes: Number(size),
        worker: worker === '' ? undefined : worker,
      });
    }
    return jobs;
  }
}
