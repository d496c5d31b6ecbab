import { CONFIG_DEFAULTS } from './config';
import type { Dialect } from './dialect';
import { writeDump } from './dump';
import { OpenGrabs, type Grab } from './openGrabs';
import { handleKey, type Job, type JobHandle } from './job';
import type { Ending, JobStore, StoreEvent, SubmitOptions, SubmitOutcome } from './store';

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

interface Awaited {
  readonly handle: JobHandle;
  readonly waiters: Set<Waiter>;
}

/**
 * Where the connections of one front meet the store: who has a grab open, who sleeps, who waits for which job.
 *
 * A grab asks the store when it is opened, and when a job that it could take becomes ready: as many grabs ask as there
 * are jobs. When too few are idle, those that are asking already ask once more. After the store was out of reach,
 * everybody asks for what they may have missed.
 */
export class Exchange {
  private readonly grabs = new OpenGrabs();
  private readonly sleepers = new Set<Sleeper>();
  private readonly awaited = new Map<string, Awaited>();
  private readonly keepaliveListeners = new Set<() => void>();
  private keepalive = CONFIG_DEFAULTS.get('keepalive') ?? 0;
  private lastDump: Promise<unknown> = Promise.resolve();
  private readonly unsubscribe: () => void;

  constructor(
    readonly store: JobStore,
    private readonly nowMs: () => number,
  ) {
    this.unsubscribe = store.subscribe(
      (event) => this.heard(event),
      (handle) => this.awaited.has(handleKey(handle)),
    );
    this.readKeepalive();
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

  /**
   * Somebody who could take the job asks along with it, without waiting for the word that it is ready. That word may not
   * come at all then; those who sleep are woken all the same.
   */
  async submit(job: Job, options?: SubmitOptions): Promise<SubmitOutcome> {
    const submitted = this.store.submit(job, options);
    const isDue = job.schedAtSeconds * 1000 <= this.nowMs();
    if (isDue) for (const grab of this.grabs.idle(job.func, 1)) this.ask(grab);
    const outcome = await submitted;
    if (isDue && outcome === 'stored') this.wakeFor(job.func);
    return outcome;
  }

  openGrab(grab: Grab): void {
    this.ask(grab);
  }

  /** Its worker may serve more than before. */
  refreshGrab(grab: Grab): void {
    if (this.grabs.isIdle(grab)) this.ask(grab);
  }

  /** A job that the store gives to it after this is handed back. */
  closeGrab(grab: Grab): void {
    this.grabs.close(grab);
  }

  async sleep(sleeper: Sleeper): Promise<void> {
    this.sleepers.add(sleeper);
    if (await this.store.hasDue(sleeper.funcs)) this.wake(sleeper);
  }

  stopSleeping(sleeper: Sleeper): void {
    this.sleepers.delete(sleeper);
  }

  wait({ func, name }: JobHandle, waiter: Waiter): void {
    const key = handleKey({ func, name });
    const awaited = this.awaited.get(key);
    if (awaited === undefined) this.awaited.set(key, { handle: { func, name }, waiters: new Set([waiter]) });
    else awaited.waiters.add(waiter);
  }

  stopWaiting(handle: JobHandle, waiter: Waiter): void {
    const key = handleKey(handle);
    const waiters = this.awaited.get(key)?.waiters;
    waiters?.delete(waiter);
    if (waiters?.size === 0) this.awaited.delete(key);
  }

  /** The body of the answer to DUMP; undefined if it would be too large. One at a time: they may be large. */
  dump(dialect: Dialect): Promise<Uint8Array | undefined> {
    const dump = this.lastDump.then(() => writeDump(this.store, dialect));
    this.lastDump = dump.catch(() => undefined);
    return dump;
  }

  private heard(event: StoreEvent): void {
    switch (event.kind) {
      case 'ready':
        this.wakeFor(event.func);
        return this.offer(event.func, event.jobs);
      case 'broadcast':
        for (const grab of this.grabs.oneOfEachWorker(event.job.func)) {
          this.grabs.close(grab);
          grab.assign(event.job);
        }
        return;
      case 'data':
        for (const waiter of this.waitersOf(event.handle)) waiter.data?.(event.data);
        return;
      case 'ended':
        return this.ended(event.handle, event.ending);
      case 'config':
        if (event.key === 'keepalive') this.setKeepalive(event.value);
        return;
      case 'missed':
        return this.catchUp();
    }
  }

  private ended(handle: JobHandle, ending: Ending): void {
    for (const waiter of this.waitersOf(handle)) if (waiter.ended(ending)) this.stopWaiting(handle, waiter);
  }

  private waitersOf(handle: JobHandle): Iterable<Waiter> {
    return this.awaited.get(handleKey(handle))?.waiters ?? [];
  }

  /** Every call that fails here is made good by the next `missed`, which follows when the store is back. */
  private catchUp(): void {
    const ignore = () => undefined;
    this.readKeepalive();
    for (const grab of this.grabs.allIdle()) this.ask(grab);
    for (const sleeper of this.sleepers) this.sleep(sleeper).catch(ignore);
    const handles = [...this.awaited.values()].map(({ handle }) => handle);
    if (handles.length === 0) return;
    this.store.missing(handles).then((missing) => {
      // Its end, and what came with it, went unheard.
      for (const handle of missing) this.ended(handle, { kind: 'removed' });
    }, ignore);
  }

  private readKeepalive(): void {
    // Until the store can be reached the last known holds.
    this.store.getConfig('keepalive').then(
      (seconds) => this.setKeepalive(seconds),
      () => undefined,
    );
  }

  private setKeepalive(seconds: number): void {
    if (seconds === this.keepalive) return;
    this.keepalive = seconds;
    for (const listener of this.keepaliveListeners) listener();
  }

  private offer(func: string, jobs: number): void {
    const idle = this.grabs.idle(func, jobs);
    for (const grab of idle) this.ask(grab);
    if (idle.length < jobs) this.grabs.askAgain(func);
  }

  private ask(grab: Grab): void {
    this.grabs.makeAsking(grab);
    this.store.grab(grab.worker, grab.funcs).then(
      (job) => (job === undefined ? this.gotNothing(grab) : this.gotJob(grab, job)),
      // The store is out of reach, and says when it is back.
      () => this.grabs.makeIdle(grab),
    );
  }

  private gotJob(grab: Grab, job: Job): void {
    if (this.grabs.close(grab)) grab.assign(job);
    // If even this cannot be told, the job comes back with its timeout.
    else this.store.report(grab.worker, job, { kind: 'returned' }).catch(() => undefined);
  }

  private gotNothing(grab: Grab): void {
    if (this.grabs.makeIdle(grab)) this.ask(grab);
  }

  private wakeFor(func: string): void {
    for (const sleeper of this.sleepers) if (sleeper.funcs.has(func)) this.wake(sleeper);
  }

  private wake(sleeper: Sleeper): void {
    if (this.sleepers.delete(sleeper)) sleeper.wake();
  }
}
