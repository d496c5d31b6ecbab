import { failure, type Failure } from '@/core/errors';
import { explained } from '@/core/explanations';
import { ADMISSION_LIMITS } from '@/core/limits';
import type { Submission } from '@/core/submission/submission';
import type { TaskEvent } from '@/core/taskEvent';
import { Places } from '../places';
import { StagedTask } from './stagedTask';
import type { TaskHandle, Tasks, Who } from './tasks';

/**
 * The way into the queue for those who may: whom an administrator does not want now is turned away (not even the cache
 * answers), and what waits and runs for one address and in all at this front has a bound, since the sources of each stand
 * in memory, and in Redis until its end (docs/security.md, "Limits per address and in total").
 *
 * A render whose owner leaves before its end keeps its place for a while: starting a jail and throwing it away costs more
 * than asking for it, so somebody who asks and leaves without pause would take more than a share.
 */
export class AdmittedTasks implements Tasks {
  constructor(
    private readonly tasks: Tasks,
    private readonly places: Places,
    private readonly refusal: (who: Who) => Failure | undefined,
  ) {}

  submit(submission: Submission, who: Who, onEvent: (event: TaskEvent) => void): TaskHandle {
    const task = new StagedTask(onEvent);
    const place = this.refusal(who) ?? this.place(submission, who);
    const isRender = submission.kind === 'render';
    if (typeof place === 'function')
      task.begin(
        (hear) => this.tasks.submit(submission, who, hear),
        (isAbandoned) => {
          place();
          // Its sources are gone.
          const rest = isAbandoned && isRender ? this.places.take(who.address) : undefined;
          if (typeof rest === 'function') later(rest);
        },
      );
    // Its owner has the handle before the answer comes.
    else queueMicrotask(() => task.hear({ type: 'denied', failure: place }));
    return task;
  }

  private place({ files }: Submission, { address }: Who): Failure | (() => void) {
    const bytes = [...files.values()].reduce((sum, file) => sum + file.length, 0);
    const place = this.places.take(address, bytes);
    return typeof place === 'string' ? noPlace(place) : place;
  }
}

function later(giveBack: () => void): void {
  setTimeout(giveBack, ADMISSION_LIMITS.abandonedSeconds * 1000).unref();
}

export function taskPlaces(): Places {
  return new Places(ADMISSION_LIMITS.tasksUnderWay);
}

function noPlace(limit: 'ofAddress' | 'inAll'): Failure {
  const { retrySeconds } = ADMISSION_LIMITS;
  if (limit === 'inAll') return failure('overloaded', explained('tasksUnderWay', {}), retrySeconds);
  const { count } = ADMISSION_LIMITS.tasksUnderWay.ofAddress;
  return failure('too-often', explained('tasksOfNetwork', { most: count }), retrySeconds);
}
