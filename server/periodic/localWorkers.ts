import { handleKey, type JobHandle } from '@/core/periodic/job';

/** A worker of this front: what it serves, each func with whether it wants every job, and what it was given to do. */
interface Member {
  readonly serves: Map<string, boolean>;
  readonly runs: Map<string, JobHandle>;
}

/** The workers of this front as it knows them, so that Redis can be told again after a break. */
export class LocalWorkers {
  private readonly members = new Map<string, Member>();

  get all(): Iterable<readonly [string, Member]> {
    return this.members;
  }

  /** True: it was unknown. */
  meet(worker: string): boolean {
    if (this.members.has(worker)) return false;
    this.members.set(worker, { serves: new Map(), runs: new Map() });
    return true;
  }

  leave(worker: string): void {
    this.members.delete(worker);
  }

  serve(worker: string, func: string, isBroadcast: boolean): void {
    this.members.get(worker)?.serves.set(func, isBroadcast);
  }

  stopServing(worker: string, func: string): void {
    this.members.get(worker)?.serves.delete(func);
  }

  began(worker: string, { func, name }: JobHandle): void {
    this.members.get(worker)?.runs.set(handleKey({ func, name }), { func, name });
  }

  /** Nobody has it to do any more, whether or not they will ever report. */
  removed(handle: JobHandle): void {
    for (const { runs } of this.members.values()) runs.delete(handleKey(handle));
  }

  ended(worker: string, handle: JobHandle): void {
    this.members.get(worker)?.runs.delete(handleKey(handle));
  }
}
