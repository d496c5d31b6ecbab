import { failure, type Failure } from '@/core/errors';
import { explained } from '@/core/explanations';
import { PARALLEL_LIMITS } from '@/core/limits';
import type { OwnRequestKind, OwnRequests } from '@/core/prc/ownRequests';
import type { Submission } from '@/core/submission/submission';
import type { TaskEvent } from '@/core/taskEvent';
import { StagedTask } from '../queue/stagedTask';
import type { TaskHandle, Tasks, Who } from '../queue/tasks';

/**
 * The way into the queue, with what each client has open counted across all fronts (docs/parallel-requests.md, 11). A
 * shell too many is denied before it reaches the scheduler, since nobody waits for a prompt; a render over HTTP too many
 * waits for one of its client's to end, and is denied when that takes too long.
 */

export class CountedTasks implements Tasks {
  constructor(
    private readonly tasks: Tasks,
    private readonly own: OwnRequests,
    /** What all that come this way are counted as. */
    private readonly counted: OwnRequestKind,
    /** Why nobody can be counted now, if so. */
    private readonly unavailable: () => Failure | undefined = () => undefined,
  ) {}

  submit(submission: Submission, who: Who, onEvent: (event: TaskEvent) => void): TaskHandle {
    const task = new StagedTask(onEvent);
    void this.admit(task, submission, who);
    return task;
  }

  private async admit(task: StagedTask, submission: Submission, who: Who): Promise<void> {
    const patienceSeconds = this.counted === 'http-render' ? PARALLEL_LIMITS.httpRenderPatienceSeconds : 0;
    const ended = () => task.halt();
    const held = await this.own.hold({ kind: this.counted, client: who.client, ended, patienceSeconds });
    if (held.granted) return task.begin((onEvent) => this.tasks.submit(submission, who, onEvent), held.end);
    task.hear({ type: 'denied', failure: this.unavailable() ?? this.refusal() });
  }

  private refusal(): Failure {
    const most = this.own.limitOf(this.counted);
    if (this.counted === 'shell') return failure('too-many', explained('shellsOpen', { most }));
    return failure('too-often', explained('rendersOfClient', { most }), PARALLEL_LIMITS.httpRenderRetrySeconds);
  }
}
