import { failure } from '@/core/errors';
import type { OwnRequests } from '@/core/prc/ownRequests';
import type { Submission } from '@/core/submission';
import type { TaskEvent, TaskHandle, Tasks, Who } from '../queue/taskClient';

/**
 * The way into the line, with the shells of each client counted across all fronts (docs/parallel-requests.md, 11): one
 * too many is denied before it reaches the scheduler. Renders pass through: the line itself is fair to them.
 */

export class CountedShells implements Tasks {
  constructor(
    private readonly tasks: Tasks,
    private readonly own: OwnRequests,
  ) {}

  submit(submission: Submission, who: Who, onEvent: (event: TaskEvent) => void): TaskHandle {
    if (submission.kind !== 'shell') return this.tasks.submit(submission, who, onEvent);
    const shell = new CountedShell(onEvent);
    void this.admit(shell, submission, who);
    return shell;
  }

  private async admit(shell: CountedShell, submission: Submission, who: Who): Promise<void> {
    const held = await this.own.hold({ kind: 'shell', client: who.client, ended: () => shell.halt() });
    if (held.granted) return shell.begin((onEvent) => this.tasks.submit(submission, who, onEvent), held.end);
    const most = this.own.limitOf('shell');
    const words = `At most ${most} shells may be open at a time; close one of yours first.`;
    shell.deny({ type: 'denied', failure: failure('too-many', words) });
  }
}

/**
 * One shell. It is **asked** until it was counted, then **begun**, and **over** when its task has ended or was denied,
 * nobody wants it any more, or an admin ended it. What is over is counted no more, and says nothing.
 */
class CountedShell implements TaskHandle {
  private task: TaskHandle | undefined;
  private end: (() => void) | undefined;
  private isOver = false;

  constructor(private readonly onEvent: (event: TaskEvent) => void) {}

  /** Empty until it has begun. */
  get id(): string {
    return this.task?.id ?? '';
  }

  begin(submit: (onEvent: (event: TaskEvent) => void) => TaskHandle, end: () => void): void {
    if (this.isOver) return end();
    this.end = end;
    this.task = submit((event) => this.hear(event));
  }

  deny(event: TaskEvent): void {
    if (!this.isOver) this.hear(event);
  }

  /** By an admin. */
  halt(): void {
    if (this.isOver) return;
    this.task?.abort();
    this.hear({ type: 'ended', outcome: { kind: 'halted' } });
  }

  abort(): void {
    this.task?.abort();
    this.finish();
  }

  shorten(durationSeconds: number): void {
    this.task?.shorten(durationSeconds);
  }

  input(bytes: Uint8Array): void {
    this.task?.input(bytes);
  }

  interrupt(): void {
    this.task?.interrupt();
  }

  pause(): void {
    this.task?.pause();
  }

  resume(): void {
    this.task?.resume();
  }

  private hear(event: TaskEvent): void {
    if (event.type === 'ended' || event.type === 'denied') this.finish();
    this.onEvent(event);
  }

  private finish(): void {
    this.isOver = true;
    this.end?.();
  }
}
