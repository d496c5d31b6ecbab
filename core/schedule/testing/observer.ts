/**
 * An observer for tests: keeps its own books from events and effects alone, and throws where a promise of
 * docs/queue.md is broken. It shares no code with the cycle but the meaning of levels.
 */
import type { Effect, ScheduleEvent } from '../events';
import { levelOf, resolveLimits, type Level } from '../levels';
import type { Submission } from '../task';
import type { TaskClass } from '../taskClass';
import { isShellPlace } from '../shellPlaces';

interface Seen {
  readonly submission: Submission;
  place: 'lane' | 'queue' | 'running' | 'adrift' | 'over' | 'new';
  number: number;
  backend: string;
  durationSeconds: number;
  halts: number;
  /** When it last came back to the head of its queue, counted over all; 0 if it never did. */
  back: number;
}

export class Observer {
  readonly tasks = new Map<string, Seen>();
  private readonly backends = new Map<string, { draining: boolean; task: string | undefined }>();
  private readonly permits = new Map<number, string>();
  private comebacks = 0;
  private readonly paused = new Set<TaskClass>();

  constructor(
    private levels: readonly Level[],
    private readonly maxHalts: number,
  ) {}

  see(event: ScheduleEvent, effects: readonly Effect[]): void {
    this.hear(event);
    for (const effect of effects) this.check(effect, event);
    this.checkRest();
  }

  unfinished(): string[] {
    return [...this.tasks].filter(([, { place }]) => place !== 'over').map(([id]) => id);
  }

  private hear(event: ScheduleEvent): void {
    const backend = 'backend' in event ? this.backends.get(event.backend) : undefined;
    if (event.kind === 'submitted' && !this.tasks.has(event.submission.id)) {
      const { submission } = event;
      const seen = { submission, place: 'new', number: 0, backend: '', durationSeconds: 0, halts: 0 } as const;
      this.tasks.set(submission.id, { ...seen, back: 0 });
    } else if (event.kind === 'backend-joined' && backend === undefined) {
      this.backends.set(event.backend, { draining: false, task: undefined });
    } else if (event.kind === 'backend-draining' && backend !== undefined) backend.draining = true;
    else if (event.kind === 'backend-resumed' && backend !== undefined) backend.draining = false;
    else if (event.kind === 'backend-left') this.leave(event.backend);
    else if (event.kind === 'permit-refused') {
      const backend = this.permits.get(event.permit);
      if (backend !== undefined) this.backends.delete(backend);
    } else if (event.kind === 'limits-changed') this.levels = event.levels;
    else if (event.kind === 'class-paused') this.paused.add(event.taskClass);
    else if (event.kind === 'class-resumed') this.paused.delete(event.taskClass);
  }

  private check(effect: Effect, event: ScheduleEvent): void {
    if (effect.kind === 'limits-kept') return;
    const seen = this.tasks.get(effect.task);
    if (seen === undefined || seen.place === 'over')
      throw new Error(`${effect.kind} for ${effect.task}, which is over`);
    switch (effect.kind) {
      case 'number':
        demand(seen.place === 'new' || seen.place === 'lane', 'numbered once');
        demand(
          [...this.tasks.values()].every(({ number }) => number < effect.number),
          'numbers ascend',
        );
        seen.number = effect.number;
        seen.place = 'queue';
        return;
      case 'lane':
        demand(seen.place === 'new', 'a lane is for new tasks');
        seen.place = 'lane';
        return;
      case 'permit':
        this.checkPermit(effect, seen);
        return;
      case 'downgrade':
        demand(seen.place === 'running' && effect.durationSeconds < seen.durationSeconds, 'a downgrade shortens a run');
        demand(effect.reason === 'asked' || seen.submission.taskClass === 'default', 'only default tasks give way');
        seen.durationSeconds = effect.durationSeconds;
        return;
      case 'halt':
        demand(seen.place === 'running', 'only a run can be halted');
        demand(effect.reason !== 'batch' || seen.halts < this.maxHalts, 'after the last halt it runs to its end');
        if (effect.reason === 'batch') seen.halts += 1;
        this.freeBackendOf(seen);
        seen.place = 'adrift';
        return;
      case 'requeue':
        demand(seen.number === effect.number, 'the old number');
        demand(seen.submission.taskClass !== 'interactive', 'shells are never re-queued');
        this.freeBackendOf(seen);
        // One whose permit was refused was never taken, so it stands where it stood.
        if (seen.place === 'adrift') seen.back = this.comebacks += 1;
        seen.place = 'queue';
        return;
      case 'warn':
        demand(seen.submission.taskClass === 'interactive', 'only shells are warned');
        return;
      case 'deny':
        demand(seen.place === 'new' || event.kind === 'permit-refused', 'denied only at the endpoint');
        this.freeBackendOf(seen);
        seen.place = 'over';
        return;
      case 'end':
        this.freeBackendOf(seen);
        seen.place = 'over';
        return;
    }
  }

  private checkPermit(effect: Effect & { kind: 'permit' }, seen: Seen): void {
    const { taskClass } = seen.submission;
    const backend = this.backends.get(effect.backend);
    demand(backend !== undefined && backend.task === undefined && !backend.draining, 'a permit is for a free backend');
    demand(!this.paused.has(taskClass), 'a paused class starts nothing');
    demand(!isShellPlace(effect.backend) || taskClass === 'interactive', 'a place for shells runs nothing else');
    if (taskClass !== 'interactive') {
      demand(seen.place === 'queue', 'whoever starts was in the queue');
      for (const other of this.tasks.values()) {
        const waits = other.place === 'queue' && other.submission.taskClass === taskClass;
        demand(!waits || inQueue(seen, other) <= 0, 'arrival order within a class, behind those that came back');
      }
    }
    if (backend !== undefined) backend.task = effect.task;
    this.permits.set(effect.permit, effect.backend);
    Object.assign(seen, { place: 'running', backend: effect.backend, durationSeconds: effect.durationSeconds });
    if (taskClass === 'batch') demand(this.peopleWaiting().length === 0 || !this.isHaltable(seen), 'people first');
    if (taskClass === 'interactive' || this.isHaltable(seen)) return;
    const limits = this.limits();
    for (let level = 0; level <= this.levelOf(seen); level += 1) {
      demand(this.countAt(level) <= (limits[level] ?? 0), `the limit of level ${level}`);
    }
  }

  /** Nobody who may start waits while a backend is free; nobody who should give way stays while somebody waits. */
  private checkRest(): void {
    const free = this.realBackends().some(({ draining, task }) => !draining && task === undefined);
    const limits = this.limits();
    const reached = (level: number): boolean => level > 0 && this.countAt(level) >= (limits[level] ?? 0);
    const heldBack = (upTo: number): boolean => this.levels.some((_, level) => level <= upTo && reached(level));
    const people = this.peopleWaiting();
    const levelWaiting = ({ taskClass }: Submission): number => (typeof taskClass === 'number' ? taskClass : 0);
    const eligible = people.filter(({ submission }) => !heldBack(levelWaiting(submission)));
    if (free) {
      demand(eligible.length === 0, 'no eligible task waits while a backend is free');
      const batch = this.waitingInQueues().filter(({ submission }) => submission.taskClass === 'batch');
      const head = batch.sort(inQueue)[0];
      if (head !== undefined && people.length === 0) {
        demand(!this.isHaltable(head) && heldBack(this.levels.length - 1), 'batch work may use what is left');
      }
    } else if (eligible.length > 0) {
      const soft = [...this.tasks.values()].some(
        (seen) =>
          seen.place === 'running' &&
          this.backends.get(seen.backend)?.draining === false &&
          !isShellPlace(seen.backend) &&
          (seen.submission.taskClass === 'interactive' || this.isHaltable(seen)),
      );
      demand(!soft, 'shells and batch work never make a normal task wait');
    }
  }

  private waitingInQueues(): Seen[] {
    const mayStart = (seen: Seen): boolean => seen.place === 'queue' && !this.paused.has(seen.submission.taskClass);
    return [...this.tasks.values()].filter(mayStart);
  }

  private peopleWaiting(): Seen[] {
    return this.waitingInQueues().filter(({ submission }) => submission.taskClass !== 'batch');
  }

  private realBackends() {
    return [...this.backends].flatMap(([id, backend]) => (isShellPlace(id) ? [] : [backend]));
  }

  private limits(): number[] {
    const live = this.realBackends().filter(({ draining, task }) => !draining || task !== undefined).length;
    return resolveLimits(this.levels, live);
  }

  private countAt(level: number): number {
    return [...this.tasks.values()].filter(
      (seen) =>
        seen.place === 'running' &&
        seen.submission.taskClass !== 'interactive' &&
        !this.isHaltable(seen) &&
        this.levelOf(seen) >= level,
    ).length;
  }

  private levelOf(seen: Seen): number {
    return seen.submission.taskClass === 'batch' ? this.levels.length - 1 : levelOf(seen.durationSeconds, this.levels);
  }

  private isHaltable(seen: Seen): boolean {
    return seen.submission.taskClass === 'batch' && seen.halts < this.maxHalts;
  }

  private leave(id: string): void {
    const seen = this.tasks.get(this.backends.get(id)?.task ?? '');
    if (seen !== undefined) seen.place = 'adrift';
    this.backends.delete(id);
  }

  private freeBackendOf(seen: Seen): void {
    const backend = this.backends.get(seen.backend);
    if (seen.place === 'running' && backend !== undefined) backend.task = undefined;
  }
}

/** Whoever came back last stands first. */
function inQueue(one: Seen, other: Seen): number {
  return other.back - one.back || one.number - other.number;
}

function demand(holds: boolean, promise: string): void {
  if (!holds) throw new Error(`broken promise: ${promise}`);
}
