import type { TaskEvent } from '@/core/taskEvent';
import type { TaskHandle } from '../queue/tasks';
import { Recording } from './entry';

/**
 * One run for everybody who asks for the same while it is under way (docs/render-api.md, 12).
 *
 * Whoever joins hears first what has happened so far. Whoever leaves is told nothing more; when the last has left, the
 * task is aborted, and nobody can join any more. A run that has said and drawn too much to be kept is not remembered
 * either, and cannot be joined from then on.
 */

interface Waiter {
  readonly onEvent: (event: TaskEvent) => void;
  /** Has heard what happened before it came. */
  isCurrent: boolean;
  /** A limit of its own, when others share the run. */
  limitSeconds: number | undefined;
  timer: NodeJS.Timeout | undefined;
}

export class Flight {
  /** What a newcomer has to hear. */
  private readonly recording = new Recording();
  private readonly waiters = new Set<Waiter>();
  private readonly task: TaskHandle;
  private startedAtMs: number | undefined;

  /** `onClosed`: it must not be joined any more. */
  constructor(
    submit: (onEvent: (event: TaskEvent) => void) => TaskHandle,
    private readonly onClosed: () => void,
  ) {
    this.task = submit((event) => this.hear(event));
  }

  join(onEvent: (event: TaskEvent) => void): TaskHandle {
    const waiter: Waiter = { onEvent, isCurrent: false, limitSeconds: undefined, timer: undefined };
    this.waiters.add(waiter);
    // One slow reader must not hold up the others.
    this.task.resume();
    // Later, since nobody expects to hear anything before `submit` has returned.
    queueMicrotask(() => {
      waiter.isCurrent = true;
      for (const event of this.recording.heard ?? []) this.say(waiter, event);
    });
    const { task } = this;
    return {
      get id() {
        return task.id;
      },
      get isHit() {
        return task.isHit ?? false;
      },
      abort: () => this.leave(waiter),
      shorten: (durationSeconds) => this.shorten(waiter, durationSeconds),
      pause: () => {
        if (this.waiters.size === 1) task.pause();
      },
      resume: () => task.resume(),
      input: () => undefined,
      interrupt: () => undefined,
    };
  }

  private hear(event: TaskEvent): void {
    if (event.type === 'started') this.startedAtMs = performance.now();
    this.recording.hear(event);
    if (this.recording.heard === undefined) this.onClosed();
    for (const waiter of [...this.waiters]) if (waiter.isCurrent) this.say(waiter, event);
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
    if (this.waiters.size > 0) return;
    this.onClosed();
    this.task.abort();
  }

  private forget(waiter: Waiter): void {
    clearTimeout(waiter.timer);
    this.waiters.delete(waiter);
  }

  /** Alone in it, one shortens the run itself, and nobody may join the shorter one. */
  private shorten(waiter: Waiter, durationSeconds: number): void {
    if (this.waiters.size === 1) {
      this.onClosed();
      this.task.shorten(durationSeconds);
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
