import { ADMISSION_LIMITS } from '@/core/limits';
import type { Submission } from '@/core/submission/submission';
import type { TaskEvent } from '@/core/taskEvent';
import { Pace } from '../pace';
import { StagedTask } from './stagedTask';
import type { TaskHandle, Tasks, Who } from './tasks';

/**
 * How fast one address's tasks come to the queue: each costs the front and the scheduler some milliseconds, whatever
 * becomes of it. A burst comes at once; what an address asks for beyond that waits here, and what its owner leaves
 * meanwhile has cost nobody anything. No address has as many rendered in a second.
 */
export class PacedTasks implements Tasks {
  private readonly pace: Pace;

  constructor(
    private readonly tasks: Tasks,
    { burst, perSecond }: { readonly burst: number; readonly perSecond: number } = ADMISSION_LIMITS.tasksOfAddress,
  ) {
    this.pace = new Pace({ burst, perSecond });
  }

  submit(submission: Submission, who: Who, onEvent: (event: TaskEvent) => void): TaskHandle {
    const waitMs = this.pace.take(who.address, 1);
    if (waitMs === 0) return this.tasks.submit(submission, who, onEvent);
    const task = new StagedTask(onEvent);
    setTimeout(() => task.begin((hear) => this.tasks.submit(submission, who, hear)), waitMs).unref();
    return task;
  }
}
