import { TASK_GRAPH_ROOM } from '@/core/taskgraph/limits';
import type { Log } from '@/platform/log';
import { Loop } from '@/platform/loop';
import type { EventFeed } from './eventFeed';
import type { Forgetting } from './forgetting';
import type { GraphWriter } from './graphWriter';
import type { RenderRunner } from './renderRunner';
import type { WorkerStore } from './workerStore';

/** What has to be done again and again, by every front; each is safe to be done by several at once. */

interface ChoreParts {
  readonly workers: WorkerStore;
  readonly graphs: GraphWriter;
  readonly feed: EventFeed;
  readonly forgetting: Forgetting;
  readonly runner: RenderRunner;
  /** Whether Redis can be asked now. */
  readonly isAvailable: () => boolean;
  readonly log: Log;
}

interface Chore {
  readonly what: string;
  readonly everyMs: number;
  readonly run: () => Promise<unknown>;
}

/** Nothing is tried while Redis is away. */
export function choreLoops({ isAvailable, log, ...parts }: ChoreParts): Loop[] {
  return choresOf(parts).map(({ what, everyMs, run }) => {
    const runOnce = async () => {
      if (isAvailable()) await run();
    };
    return new Loop({ what, everyMs, runOnce, log });
  });
}

function choresOf({ workers, graphs, feed, forgetting, runner }: Omit<ChoreParts, 'isAvailable' | 'log'>): Chore[] {
  return [
    { what: 'taking tasks from silent workers', everyMs: 1000, run: () => expireAll(workers) },
    { what: 'looking after render tasks', everyMs: 2000, run: () => lookAfter(runner) },
    { what: 'forgetting old events', everyMs: 5000, run: () => feed.forgetOld() },
    { what: 'adopting graphs', everyMs: 5000, run: () => graphs.adopt() },
    {
      what: 'forgetting old tasks',
      everyMs: TASK_GRAPH_ROOM.forgetSeconds * 1000,
      run: () => forgetting.sweep(Date.now()),
    },
    {
      what: 'ending tasks that nobody claims',
      everyMs: TASK_GRAPH_ROOM.lapseSeconds * 1000,
      run: () => forgetting.lapse(Date.now()),
    },
  ];
}

async function expireAll(workers: WorkerStore): Promise<void> {
  while ((await workers.expireLeases()).length > 0);
}

async function lookAfter(runner: RenderRunner): Promise<void> {
  runner.wake();
  await runner.reconcile();
}
