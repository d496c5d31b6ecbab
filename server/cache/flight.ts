import { CACHE_LIMITS } from '@/core/render/limits';
import type { TaskEvent } from '@/core/taskEvent';
import type { TaskHandle } from '../queue/tasks';

/**
 * One run for everybody who asks for the same while it is under way (docs/render-api.md, 12).
 *
 * looking -> what is kept was found: everybody is told -> over
 *         -> nothing was found: a task is submitted -> running
 * running -> the task ended or was denied: everybody is told -> over
 * Whoever joins hears first what has happened so far. Whoever leaves is told nothing more; when the last has left, the
 * task is aborted, and nobody can join any more. A run that has said and drawn too much to be kept is not remembered
 * either, and cannot be joined from then on.
 */

export interface Member {
  leave(): void;
  shorten(durationSeconds: number): void;
  pause(): void;
  resume(): void;
}

interface Waiter {
  readonly onEvent: (event: TaskEvent) => void;
  /** Has heard what happened before it came. */
  isCurrent: boolean;
  /** A limit of its own, when others share the run. */
  limitSeconds: number | undefined;
  timer: NodeJS.Timeout | undefined;
}

export class Flight {
  /** What a newcomer has to hear; undefined once it is too much. */
  heard: TaskEvent[] | undefined = [];
  isHit = false;
  private readonly waiters = new Set<Waiter>();
  private task: TaskHandle | undefined;
  private startedAtMs: number | undefined;
  private limitSeconds: number | undefined;
  private heardBytes = 0;

  /** `onClosed`: it is over, or must not be joined any more. */
  constructor(private readonly onClosed: () => void) {}

  get isEmpty(): boolean {
    return this.waiters.size === 0;
  }

  join(onEvent: (event: TaskEvent) => void): Member {
    const waiter: Waiter = { onEvent, isCurrent: false, limitSeconds: undefined, timer: undefined };
    this.waiters.add(waiter);
    // One slow reader must not hold up the others.
    this.task?.resume();
    // Later, since nobody expects to hear anything before `submit` has returned.
    queueMicrotask(() => {
      waiter.isCurrent = true;
      for (const event of this.heard ?? []) this.say(waiter, event);
    });
    return {
      leave: () => this.leave(waiter),
      shorten: (durationSeconds) => this.shorten(waiter, durationSeconds),
      pause: () => {
        if (this.waiters.size === 1) this.task?.pause();
      },
      resume: () => this.task?.resume(),
    };
  }

  /** The task that everybody shares. */
  follow(task: TaskHandle): void {
    this.task = task;
    if (this.isEmpty) return task.abort();
    if (this.limitSeconds !== undefined) task.shorten(this.limitSeconds);
  }

  hear(event: TaskEvent): void {
    if (event.type === 'started') this.startedAtMs = performance.now();
    this.remember(event);
    for (const waiter of [...this.waiters]) if (waiter.isCurrent) this.say(waiter, event);
  }

  private remember(event: TaskEvent): void {
    if (this.heard === undefined) return;
    if (event.type === 'output' || event.type === 'result') this.heardBytes += event.bytes.length;
    if (this.heardBytes > CACHE_LIMITS.maxEntryBytes) {
      this.heard = undefined;
      this.onClosed();
    } else if (event.type === 'requeued') {
      // What came from a backend that died does not count any more.
      this.heard = [];
    } else {
      // Of all estimates only the last one counts.
      this.heard = [...this.heard.filter(({ type }) => type !== 'queue'), event];
    }
  }

  private say(waiter: Waiter, event: TaskEvent): void {
    if (!this.waiters.has(waiter)) return;
    if (event.type === 'ended' || event.type === 'denied') this.forget(waiter);
    waiter.onEvent(event);
    if (event.type === 'started') this.watch(waiter);
  }

  private leave(waiter: Waiter): void {
    if (!this.waiters.has(waiter)) return;
    this.forget(waiter);
    if (!this.isEmpty) return;
    this.onClosed();
    this.task?.abort();
  }

  private forget(waiter: Waiter): void {
    clearTimeout(waiter.timer);
    this.waiters.delete(waiter);
  }

  /** Alone in it, one shortens the run itself, and nobody may join the shorter one. */
  private shorten(waiter: Waiter, durationSeconds: number): void {
    if (this.waiters.size === 1) {
      this.onClosed();
      this.limitSeconds = durationSeconds;
      this.task?.shorten(durationSeconds);
      return;
    }
    waiter.limitSeconds = Math.min(waiter.limitSeconds ?? durationSeconds, durationSeconds);
    this.watch(waiter);
  }

  /** Ends the run for one of several when its own limit has come. */
  private watch(waiter: Waiter): void {
    const { limitSeconds } = waiter;
    if (limitSeconds === undefined || this.startedAtMs === undefined) return;
    clearTimeout(waiter.timer);
    const left = this.startedAtMs + limitSeconds * 1000 - performance.now();
    waiter.timer = setTimeout(
      () => {
        this.leave(waiter);
        waiter.onEvent({ type: 'ended', outcome: { kind: 'time-limit', durationSeconds: limitSeconds } });
      },
      Math.max(0, left),
    );
  }
}
