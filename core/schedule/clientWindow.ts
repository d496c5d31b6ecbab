import type { Task } from './task';
import { TaskQueue } from './taskQueue';

/** What one client has: how many of its tasks are in the shared queue, and those that wait in its own lane behind it. */
export class ClientWindow {
  inQueue = 0;
  /** Made when somebody first waits in it: most clients never have more than one task. */
  lane: TaskQueue<Task> | undefined;

  get hasLane(): boolean {
    return this.lane !== undefined && this.lane.size > 0;
  }

  get isEmpty(): boolean {
    return this.inQueue === 0 && !this.hasLane;
  }

  join(task: Task): void {
    this.lane ??= new TaskQueue((waiting) => waiting.arrival);
    this.lane.push(task);
  }

  copy(): ClientWindow {
    const copy = new ClientWindow();
    copy.inQueue = this.inQueue;
    copy.lane = this.lane?.copy();
    return copy;
  }
}
