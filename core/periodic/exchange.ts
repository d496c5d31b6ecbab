import { CONFIG_DEFAULTS } from './config';
import { handleKey, type Job, type JobHandle } from './job';
import type { Ending, JobStore, StoreEvent } from './store';

/** A worker's open wish for a job. */
export interface Grab {
  readonly worker: string;
  /** May change while the grab is open. */
  readonly funcs: ReadonlySet<string>;
  /** Called at most once; the grab is closed then. */
  assign(job: Job): void;
}

/** A worker that wants to hear when there is something to grab. */
export interface Sleeper {
  readonly funcs: ReadonlySet<string>;
  /** Called at most once. */
  wake(): void;
}

/** Somebody who waits for what becomes of a job. */
export interface Waiter {
  /** True: that was the answer. False: it goes on waiting. */
  ended(ending: Ending): boolean;
  data?(data: Uint8Array): void;
}

/**
 * Where the connections of one front meet the store: who has a grab open, who sleeps, who waits for which job.
 *
 * An open grab is **idle** or **asking** (the store was asked and has not answered). It asks when it is opened and when
 * a job that it could take becomes ready. A grab that is assigned a job lets the next one ask, so that one word of the
 * store is enough for many jobs. When everybody who could take a job is asking already, they ask once more.
 */
export class Exchange {
  /** In the order in which they were opened; the value tells how it stands. */
  private readonly grabs = new Map<Grab, 'idle' | 'asking' | 'asking-again'>();
  private readonly sleepers = new Set<Sleeper>();
  private readonly waiters = new Map<string, Set<Waiter>>();
  private readonly keepaliveListeners = new Set<() => void>();
  private keepalive = CONFIG_DEFAULTS.get('keepalive') ?? 0;
  private readonly unsubscribe: () => void;

  constructor(readonly store: JobStore) {
    this.unsubscribe = store.subscribe((event) => this.heard(event));
    // Until the store can be reached the default holds.
    store.getConfig('keepalive').then(
      (seconds) => this.setKeepalive(seconds),
      () => undefined,
    );
  }

  /** How long a connection may be silent; 0: for ever. */
  get keepaliveSeconds(): number {
    return this.keepalive;
  }

  /** Returns what ends the subscription. */
  watchKeepalive(listener: () => void): () => void {
    this.keepaliveListeners.add(listener);
    return () => this.keepaliveListeners.delete(listener);
  }

  close(): void {
    this.unsubscribe();
  }

  openGrab(grab: Grab): void {
    this.grabs.set(grab, 'idle');
    this.ask(grab);
  }

  /** Its worker may serve more than before. */
  refreshGrab(grab: Grab): void {
    if (this.grabs.get(grab) === 'idle') this.ask(grab);
  }

  /** A job that the store gives to it after this is handed back. */
  closeGrab(grab: Grab): void {
    this.grabs.delete(grab);
  }

  async sleep(sleeper: Sleeper): Promise<void> {
    this.sleepers.add(sleeper);
    if (await this.store.hasDue(sleeper.funcs)) this.wake(sleeper);
  }

  stopSleeping(sleeper: Sleeper): void {
    this.sleepers.delete(sleeper);
  }

  wait(handle: JobHandle, waiter: Waiter): void {
    const key = handleKey(handle);
    const waiters = this.waiters.get(key);
    if (waiters === undefined) this.waiters.set(key, new Set([waiter]));
    else waiters.add(waiter);
  }

  stopWaiting(handle: JobHandle, waiter: Waiter): void {
    const key = handleKey(handle);
    const waiters = this.waiters.get(key);
    waiters?.delete(waiter);
    if (waiters?.size === 0) this.waiters.delete(key);
  }

  private heard(event: StoreEvent): void {
    switch (event.kind) {
      case 'ready':
        for (const sleeper of this.sleepers) if (sleeper.funcs.has(event.func)) this.wake(sleeper);
        return this.offer(event.func);
      case 'broadcast':
        return this.broadcast(event.job);
      case 'data':
        for (const waiter of this.waiters.get(handleKey(event.handle)) ?? []) waiter.data?.(event.data);
        return;
      case 'ended':
        for (const waiter of this.waiters.get(handleKey(event.handle)) ?? []) {
          if (waiter.ended(event.ending)) this.stopWaiting(event.handle, waiter);
        }
        return;
      case 'config':
        if (event.key === 'keepalive') this.setKeepalive(event.value);
    }
  }

  private setKeepalive(seconds: number): void {
    this.keepalive = seconds;
    for (const listener of this.keepaliveListeners) listener();
  }

  private offer(func: string): void {
    for (const [grab, state] of this.grabs) {
      if (state === 'idle' && grab.funcs.has(func)) return this.ask(grab);
    }
    for (const grab of this.grabs.keys()) {
      if (grab.funcs.has(func)) this.grabs.set(grab, 'asking-again');
    }
  }

  private ask(grab: Grab): void {
    this.grabs.set(grab, 'asking');
    this.store.grab(grab.worker, grab.funcs).then(
      (job) => (job === undefined ? this.gotNothing(grab) : this.gotJob(grab, job)),
      // The store is out of reach. It speaks up again with the next job.
      () => this.grabs.has(grab) && this.grabs.set(grab, 'idle'),
    );
  }

  private gotJob(grab: Grab, job: Job): void {
    if (this.grabs.delete(grab)) grab.assign(job);
    // If even this cannot be told, the job comes back with its timeout.
    else this.store.report(grab.worker, job, { kind: 'returned' }).catch(() => undefined);
    this.offer(job.func);
  }

  private gotNothing(grab: Grab): void {
    const state = this.grabs.get(grab);
    if (state === 'asking-again') this.ask(grab);
    else if (state !== undefined) this.grabs.set(grab, 'idle');
  }

  /** Once for each worker, however many grabs it has open. */
  private broadcast(job: Job): void {
    const workers = new Set<string>();
    for (const grab of this.grabs.keys()) {
      if (!grab.funcs.has(job.func) || workers.has(grab.worker)) continue;
      workers.add(grab.worker);
      this.grabs.delete(grab);
      grab.assign(job);
    }
  }

  private wake(sleeper: Sleeper): void {
    if (this.sleepers.delete(sleeper)) sleeper.wake();
  }
}
