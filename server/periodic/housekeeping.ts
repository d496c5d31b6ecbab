import type { SystemJobHandler } from '@/core/periodic/systemWorker';
import type { JobStore } from '@/core/periodic/store';
import type { Log } from '@/platform/log';

/**
 * What the product must do now and then, as jobs in the same line (docs/periodic.md, 10): of several fronts one does
 * it, a restart forgets nothing, and STATUS shows when it is due.
 *
 * A chore is one job that is never done: each run puts itself off to its next time.
 */

/** Names the job of a func of which there is one. */
const NAME = 'chore';

export interface Chore {
  /** Begins with `asyground.`. */
  readonly func: string;
  readonly everySeconds: number;
  run(): Promise<void>;
}

export function choreHandler(chore: Chore, log: Log): SystemJobHandler {
  return async () => {
    try {
      await chore.run();
    } catch (error) {
      // It must never end on the dead list: the next time may be better.
      log.error({ err: error, func: chore.func }, 'a chore failed');
    }
    return { kind: 'later', delaySeconds: chore.everySeconds, countStep: 0 };
  };
}

/** Those that are in the queue already keep their time. */
export async function scheduleChores(store: JobStore, chores: readonly Chore[]): Promise<void> {
  for (const { func } of await store.missing(chores.map((chore) => ({ func: chore.func, name: NAME })))) {
    const workload = new Uint8Array(0);
    await store.submit({ func, name: NAME, workload, schedAtSeconds: 0, runCount: 0, timeoutSeconds: 0 });
  }
}
