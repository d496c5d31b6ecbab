import { failure, type Failure } from '@/core/errors';
import { explained } from '@/core/explanations';
import { ADMISSION_LIMITS } from '@/core/limits';
import type { Submission } from '@/core/submission/submission';
import { Places } from '../places';
import { RefusedTask } from './guardedTasks';
import type { TaskEvent } from '@/core/taskEvent';
import type { TaskHandle, Tasks, Who } from './tasks';

/**
 * The way into the queue, with a bound on what waits and runs for one address and in all at this front: the sources of
 * each stand in memory, and in Redis until its end (docs/security.md, "Limits per address and in total").
 */
export class AdmittedTasks implements Tasks {
  constructor(
    private readonly tasks: Tasks,
    private readonly places: Places,
  ) {}

  submit(submission: Submission, who: Who, onEvent: (event: TaskEvent) => void): TaskHandle {
    const bytes = [...submission.files.values()].reduce((sum, file) => sum + file.length, 0);
    const place = this.places.take(who.address, bytes);
    if (typeof place === 'string') return new RefusedTask(refusal(place), onEvent);
    const task = this.tasks.submit(submission, who, (event) => {
      if (event.type === 'ended' || event.type === 'denied') place();
      onEvent(event);
    });
    return new AdmittedTask(task, place);
  }
}

export function taskPlaces(): Places {
  return new Places(ADMISSION_LIMITS.tasksUnderWay);
}

function refusal(limit: 'ofAddress' | 'inAll'): Failure {
  const { retrySeconds } = ADMISSION_LIMITS;
  if (limit === 'inAll') return failure('overloaded', explained('tasksUnderWay', {}), retrySeconds);
  const { count } = ADMISSION_LIMITS.tasksUnderWay.ofAddress;
  return failure('too-often', explained('tasksOfNetwork', { most: count }), retrySeconds);
}

/** Gives its place back also when nobody wants it any more, and so nobody hears of its end. */
class AdmittedTask implements TaskHandle {
  constructor(
    private readonly task: TaskHandle,
    private readonly leave: () => void,
  ) {}

  get id(): string {
    return this.task.id;
  }

  get isHit(): boolean {
    return this.task.isHit ?? false;
  }

  abort(): void {
    this.leave();
    this.task.abort();
  }

  shorten(durationSeconds: number): void {
    this.task.shorten(durationSeconds);
  }

  input(bytes: Uint8Array): void {
    this.task.input(bytes);
  }

  interrupt(): void {
    this.task.interrupt();
  }

  pause(): void {
    this.task.pause();
  }

  resume(): void {
    this.task.resume();
  }
}
