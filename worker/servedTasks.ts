import type { Outcome } from '@/core/outcome';
import type { WorkerMessage } from '@/core/messages';
import type { FrontConnection } from './frontConnection';

/**
 * What a backend does with its permits, from each permit until nothing of its task runs any more.
 *
 * A halt or a limit may be heard at any moment: before there is a run it waits for one; after the end nobody knows the
 * permit any more, and it does nothing. It never reaches what was taken with another permit.
 */

/** What can be told to a run. */
interface Stoppable {
  limit(durationSeconds: number): void;
  stop(reason?: Outcome): void;
}

type AfterHalt = Extract<WorkerMessage, { type: 'halt' }>['then'];

export class ServedTask {
  private run: Stoppable | undefined;
  private connection: Pick<FrontConnection, 'release'> | undefined;
  private readonly early: ((run: Stoppable) => void)[] = [];
  /** Once it has been taken. */
  task: string | undefined;
  /** What is to become of it, once it has been told to stop. */
  afterHalt: AfterHalt | undefined;

  constructor(readonly permit: string) {}

  get goesBack(): boolean {
    return this.afterHalt !== undefined && this.afterHalt !== 'end';
  }

  begin(run: Stoppable, connection: Pick<FrontConnection, 'release'>): void {
    this.run = run;
    this.connection = connection;
    for (const tell of this.early.splice(0)) tell(run);
  }

  limit(durationSeconds: number): void {
    this.tell((run) => run.limit(durationSeconds));
  }

  halt(then: AfterHalt): void {
    this.afterHalt = then;
    this.stop({ kind: 'halted' });
  }

  stop(reason?: Outcome): void {
    this.tell((run) => {
      run.stop(reason);
      // A run that waits for its front to read goes on to its end.
      this.connection?.release();
    });
  }

  private tell(message: (run: Stoppable) => void): void {
    if (this.run) message(this.run);
    else this.early.push(message);
  }
}

export class ServedTasks {
  private readonly served = new Map<string, ServedTask>();

  /** The one that runs; at most one does. */
  get running(): string | undefined {
    return [...this.served.values()].find(({ task }) => task !== undefined)?.task;
  }

  /** What is heard from now on is for this one too. To be ended by `end`, whatever becomes of it. */
  begin(permit: string): ServedTask {
    const served = new ServedTask(permit);
    this.served.set(permit, served);
    return served;
  }

  end(served: ServedTask): void {
    if (this.served.get(served.permit) === served) this.served.delete(served.permit);
  }

  limit(permit: string, durationSeconds: number): void {
    this.served.get(permit)?.limit(durationSeconds);
  }

  halt(permit: string, then: AfterHalt): void {
    this.served.get(permit)?.halt(then);
  }

  stopAll(reason: Outcome): void {
    for (const served of this.served.values()) served.stop(reason);
  }
}
