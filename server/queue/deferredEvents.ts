import type { Schedule } from '@/core/schedule/schedule';
import type { Happening } from './applyControl';

/**
 * A permit names a class, so until its backend has said which task it took, the schedule only expects one. What is said
 * of an expected task meanwhile waits here: it may be another backend's.
 */

type AboutTask = Happening & { readonly task: string };

export class DeferredEvents {
  private readonly waiting = new Map<string, AboutTask[]>();

  constructor(
    private readonly schedule: Pick<Schedule, 'running' | 'adrift'>,
    private readonly happen: (event: Happening) => Promise<void>,
  ) {}

  /** Now, or when it is known who has the task. */
  async take(event: AboutTask): Promise<void> {
    if (!this.isExpected(event.task)) return this.happen(event);
    const waiting = this.waiting.get(event.task);
    if (waiting) waiting.push(event);
    else this.waiting.set(event.task, [event]);
  }

  /** Something was learnt: what waited for it happens, in its order. */
  async replay(): Promise<void> {
    const due: AboutTask[] = [];
    for (const [task, events] of this.waiting) {
      if (this.isExpected(task)) continue;
      this.waiting.delete(task);
      due.push(...events);
    }
    await Promise.all(due.map((event) => this.happen(event)));
  }

  /** It has ended: nothing more is to be said of it. */
  forget(task: string): void {
    this.waiting.delete(task);
  }

  private isExpected(task: string): boolean {
    const holder = this.schedule.running.get(task) ?? this.schedule.adrift.get(task);
    return holder !== undefined && !holder.isTaken;
  }
}
