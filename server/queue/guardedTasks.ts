import { randomUUID } from 'node:crypto';
import type { Failure } from '@/core/errors';
import type { Submission } from '@/core/submission/submission';
import type { TaskEvent } from '@/core/taskEvent';
import type { TaskHandle, Tasks, Who } from './tasks';

/** The way into the queue, with those turned away whom an administrator does not want now: not even the cache answers. */
export class GuardedTasks implements Tasks {
  constructor(
    private readonly tasks: Tasks,
    private readonly refusal: (who: Who) => Failure | undefined,
  ) {}

  submit(submission: Submission, who: Who, onEvent: (event: TaskEvent) => void): TaskHandle {
    const failure = this.refusal(who);
    return failure ? new RefusedTask(failure, onEvent) : this.tasks.submit(submission, who, onEvent);
  }
}

/** Its owner has the handle before the answer comes. */
export class RefusedTask implements TaskHandle {
  readonly id = randomUUID();
  private isOver = false;

  constructor(failure: Failure, onEvent: (event: TaskEvent) => void) {
    queueMicrotask(() => {
      if (!this.isOver) onEvent({ type: 'denied', failure });
    });
  }

  abort(): void {
    this.isOver = true;
  }

  shorten(): void {}
  input(): void {}
  interrupt(): void {}
  pause(): void {}
  resume(): void {}
}
