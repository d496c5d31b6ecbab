import { CACHE_LIMITS } from '@/core/render/limits';
import type { TaskEvent, TaskHandle } from '../queue/tasks';

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

interface Seat {
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
  private readonly seats = new Set<Seat>();
  private task: TaskHandle | undefined;
  private startedAtMs: number | undefined;
  private limitSeconds: number | undefined;
  private heardBytes = 0;

  /** `onClosed`: it is over, or must not be joined any more. */
  constructor(private readonly onClosed: () => void) {}

  get isEmpty(): boolean {
    return this.seats.size === 0;
  }

  join(onEvent: (event: TaskEvent) => void): Member {
    const seat: Seat = { onEvent, isCurrent: false, limitSeconds: undefined, timer: undefined };
    this.seats.add(seat);
    // One slow reader must not hold up the others.
    this.task?.resume();
    // Later, since nobody expects to hear anything before `submit` has returned.
    queueMicrotask(() => {
      seat.isCurrent = true;
      for (const event of this.heard ?? []) this.say(seat, event);
    });
    return {
      leave: () => this.leave(seat),
      shorten: (durationSeconds) => this.shorten(seat, durationSeconds),
      pause: () => {
        if (this.seats.size === 1) this.task?.pause();
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
    for (const seat of [...this.seats]) if (seat.isCurrent) this.say(seat, event);
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

  private say(seat: Seat, event: TaskEvent): void {
    if (!this.seats.has(seat)) return;
    if (event.type === 'ended' || event.type === 'denied') this.forget(seat);
    seat.onEvent(event);
    if (event.type === 'started') this.watch(seat);
  }

  private leave(seat: Seat): void {
    if (!this.seats.has(seat)) return;
    this.forget(seat);
    if (!this.isEmpty) return;
    this.onClosed();
    this.task?.abort();
  }

  private forget(seat: Seat): void {
    clearTimeout(seat.timer);
    this.seats.delete(seat);
  }

  /** Alone in it, one shortens the run itself, and nobody may join the shorter one. */
  private shorten(seat: Seat, durationSeconds: number): void {
    if (this.seats.size === 1) {
      this.onClosed();
      this.limitSeconds = durationSeconds;
      this.task?.shorten(durationSeconds);
      return;
    }
    seat.limitSeconds = Math.min(seat.limitSeconds ?? durationSeconds, durationSeconds);
    this.watch(seat);
  }

  /** Ends the run for one of several when its own limit has come. */
  private watch(seat: Seat): void {
    const { limitSeconds } = seat;
    if (limitSeconds === undefined || this.startedAtMs === undefined) return;
    clearTimeout(seat.timer);
    const left = this.startedAtMs + limitSeconds * 1000 - performance.now();
    seat.timer = setTimeout(
      () => {
        this.leave(seat);
        seat.onEvent({ type: 'ended', outcome: { kind: 'time-limit', durationSeconds: limitSeconds } });
      },
      Math.max(0, left),
    );
  }
}
