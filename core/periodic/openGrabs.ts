import type { Job } from './job';

/** A worker's open request for a job. */
export interface Grab {
  readonly worker: string;
  /** May change while the grab is open. */
  readonly funcs: ReadonlySet<string>;
  /** Called at most once; the grab is closed then. */
  assign(job: Job): void;
}

/** `funcs`: under which it is found while it is idle. */
type GrabState = { readonly kind: 'idle'; readonly funcs: readonly string[] } | { kind: 'asking'; again: boolean };

/**
 * The open grabs of one front. Each is **idle** or **asking** (the store was asked and has not answered); one that asks
 * may be told to ask again, because a job came that its question may have missed.
 *
 * Idle grabs are found by func, however many others there are, those first that have been idle longest.
 */
export class OpenGrabs {
  private readonly states = new Map<Grab, GrabState>();
  private readonly idleOf = new Map<string, Set<Grab>>();
  private readonly asking = new Set<Grab>();

  isIdle(grab: Grab): boolean {
    return this.states.get(grab)?.kind === 'idle';
  }

  /** Also opens it. */
  makeAsking(grab: Grab): void {
    this.leave(grab);
    this.states.set(grab, { kind: 'asking', again: false });
    this.asking.add(grab);
  }

  /** True: it was told to ask again. */
  makeIdle(grab: Grab): boolean {
    const state = this.states.get(grab);
    if (state?.kind !== 'asking') return false;
    this.asking.delete(grab);
    const funcs = [...grab.funcs];
    this.states.set(grab, { kind: 'idle', funcs });
    for (const func of funcs) {
      const idle = this.idleOf.get(func);
      if (idle === undefined) this.idleOf.set(func, new Set([grab]));
      else idle.add(grab);
    }
    return state.again;
  }

  /** False: it was not open (any more). */
  close(grab: Grab): boolean {
    this.leave(grab);
    return this.states.delete(grab);
  }

  /** At most `count` idle ones that serve the func. */
  idle(func: string, count: number): Grab[] {
    const found: Grab[] = [];
    for (const grab of this.idleOf.get(func) ?? []) {
      if (found.length === count) break;
      if (grab.funcs.has(func)) found.push(grab);
    }
    return found;
  }

  allIdle(): Grab[] {
    return [...this.states].flatMap(([grab, state]) => (state.kind === 'idle' ? [grab] : []));
  }

  /** Those that are asking and serve the func. */
  askAgain(func: string): void {
    for (const grab of this.asking) {
      const state = this.states.get(grab);
      if (state?.kind === 'asking' && grab.funcs.has(func)) state.again = true;
    }
  }

  /** One of each worker that serves the func, however many it has open. */
  oneOfEachWorker(func: string): Grab[] {
    const byWorker = new Map<string, Grab>();
    for (const grab of this.states.keys()) {
      if (grab.funcs.has(func) && !byWorker.has(grab.worker)) byWorker.set(grab.worker, grab);
    }
    return [...byWorker.values()];
  }

  private leave(grab: Grab): void {
    this.asking.delete(grab);
    const state = this.states.get(grab);
    if (state?.kind !== 'idle') return;
    for (const func of state.funcs) {
      const idle = this.idleOf.get(func);
      idle?.delete(grab);
      if (idle?.size === 0) this.idleOf.delete(func);
    }
  }
}
