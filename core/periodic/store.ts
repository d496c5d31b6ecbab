import type { Job, JobHandle } from './job';

/**
 * Where jobs are kept. The product keeps them in Redis, which several fronts share (server/periodic/redisStore.ts, by the
 * rules of platform/redis/scripts/periodic*.lua); tests have a store in memory (testing/memoryStore.ts), and both pass the
 * same suite.
 *
 * A job is **pending** until it is due and a worker grabs it, **running** while exactly one worker owns it, **locked**
 * while it waits for a lock (it is pending then, but not due), and **dead** once it failed too often. A **worker** is
 * named by a text of the caller's that no other worker ever had.
 *
 * Calls take effect in the order in which they are made. A promise that rejects says that the store cannot be reached;
 * nothing was promised to anybody then. Whoever changes a job also tells every listener, on every front.
 */
export interface JobStore {
  /** A pending job of the same handle is overwritten; a running one goes on and this one is ignored. */
  submit(job: Job, options?: SubmitOptions): Promise<SubmitOutcome>;
  /** Whatever its state; an unknown one is ignored. */
  remove(handle: JobHandle): Promise<void>;
  /**
   * The first due job, by time and then by arrival, is the worker's from now on. A job of a func that is broadcast is
   * not handed out here: it is gone, and every listener hears of it.
   */
  grab(worker: string, funcs: ReadonlySet<string>): Promise<Job | undefined>;
  hasDue(funcs: ReadonlySet<string>): Promise<boolean>;
  /** False: the worker does not own this job (any more), and nothing was changed. */
  report(worker: string, handle: JobHandle, report: WorkReport): Promise<boolean>;

  serve(worker: string, func: string, isBroadcast: boolean): Promise<void>;
  stopServing(worker: string, func: string): Promise<void>;
  /** The worker is gone: it serves nothing, and its jobs are pending again. */
  leave(worker: string): Promise<void>;
  /** Forgets a func that nobody serves, with its pending jobs. False: somebody serves it. */
  drop(func: string): Promise<boolean>;

  /** False: the lock is taken by `count` others, and the job waits for it; or the worker does not own the job. */
  acquireLock(worker: string, handle: JobHandle, lock: string, count: number): Promise<boolean>;
  releaseLock(worker: string, handle: JobHandle, lock: string): Promise<void>;

  /** Sorted by func. */
  status(): Promise<FuncStatus[]>;
  /** Every job that is not dead, in parts, since there may be many. Jobs that come or go meanwhile may be missing. */
  dump(): AsyncIterable<readonly Job[]>;
  /** The newest last. */
  dead(): Promise<Job[]>;
  /** 0 for an unknown key. */
  getConfig(key: string): Promise<number>;
  /** An unknown key is ignored. */
  setConfig(key: string, value: number): Promise<void>;

  /** Of these, the jobs that are unknown. */
  missing(handles: readonly JobHandle[]): Promise<JobHandle[]>;

  /**
   * Returns what ends the subscription. `isAwaited` tells of which jobs the listener wants results: a store that must
   * fetch them from elsewhere spares itself the others.
   */
  subscribe(listener: (event: StoreEvent) => void, isAwaited?: (handle: JobHandle) => boolean): () => void;
}

export interface SubmitOptions {
  readonly onlyIfServed?: boolean;
  /** However its first run ends, the job is over: it is not run again after a failure, a delay or a timeout. */
  readonly isOnce?: boolean;
  /** Nobody is told that it is stored, so that the answer need not wait until it would survive anything. */
  readonly isUnpromised?: boolean;
}

/** `full`: there is no room for it, and nothing was changed. */
export type SubmitOutcome = 'stored' | 'running' | 'no-worker' | 'full';

export type WorkReport =
  | { readonly kind: 'done'; readonly data: Uint8Array }
  | { readonly kind: 'failed' }
  | { readonly kind: 'later'; readonly delaySeconds: number; readonly countStep: number }
  /** The worker never began: pending again at once. */
  | { readonly kind: 'returned' }
  /** A part of the result; the job goes on. */
  | { readonly kind: 'data'; readonly data: Uint8Array };

export interface FuncStatus {
  readonly func: string;
  readonly workers: number;
  /** Pending, locked and running. */
  readonly jobs: number;
  readonly running: number;
  readonly locked: number;
  /** Of the earliest pending job; now, if there is none. */
  readonly schedAtSeconds: number;
}

export type StoreEvent =
  /** So many jobs of this func have become due; somebody may grab them. */
  | { readonly kind: 'ready'; readonly func: string; readonly jobs: number }
  /** For every worker that has a grab open. */
  | { readonly kind: 'broadcast'; readonly job: Job }
  | { readonly kind: 'data'; readonly handle: JobHandle; readonly data: Uint8Array }
  | { readonly kind: 'ended'; readonly handle: JobHandle; readonly ending: Ending }
  | { readonly kind: 'config'; readonly key: string; readonly value: number }
  /** The store was out of reach: other events, of any kind, may have been lost. */
  | { readonly kind: 'missed' };

/** How a run ended. After `failed`, `later` and `expired` the job is pending again, or `removed` follows if it was to run once. */
export type Ending =
  | { readonly kind: 'done'; readonly data: Uint8Array }
  | { readonly kind: 'failed' | 'later' | 'expired' | 'removed' | 'dead' };
