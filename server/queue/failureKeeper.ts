import { isFailure, type EndedTask } from '@/core/admin/endedTask';
import type { FailureDetail, FailureHead } from '@/core/admin/failure';
import type { WorkerHeartbeat } from '@/core/messages';
import type { Journal } from '@/core/schedule/journal';
import type { TaskEnd } from '@/core/task';
import type { Log } from '@/platform/log';
import type { FailureStore } from './failureStore';

/**
 * What the leader keeps of tasks that failed: gathered in memory when they end, written with the rest of what is watched.
 * Where more fail than can be written, the newest of a moment are left out, and counted in the log.
 */

interface FailureKeeperOptions {
  readonly store: Pick<FailureStore, 'keep' | 'keepPart'>;
  readonly journal: Journal;
  readonly epoch: number;
  /** The hash of a task's sources; asked when it ends. */
  readonly sourceOf: (task: string) => string | undefined;
  readonly workers: () => readonly WorkerHeartbeat[];
  readonly log: Log;
}

const MAX_PENDING = 1000;
/** A part that still grows is written again and again, but not with every look. */
const PART_MS = 2000;

export class FailureKeeper {
  /** In which part of the journal a task began. */
  private readonly beginnings = new Map<string, number>();
  private pending: { head: FailureHead; detail: FailureDetail }[] = [];
  private leftOut = 0;
  private partsAtMs = 0;

  constructor(private readonly options: FailureKeeperOptions) {}

  began(task: string): void {
    const { current } = this.options.journal;
    if (current !== undefined && !this.beginnings.has(task)) this.beginnings.set(task, current);
  }

  /** `why`: what the scheduler denied it for. */
  ended(ended: EndedTask, end: TaskEnd | undefined, why?: string): void {
    const from = this.beginnings.get(ended.task);
    this.beginnings.delete(ended.task);
    if (!isFailure(ended.outcome)) return;
    if (this.pending.length >= MAX_PENDING) {
      this.leftOut += 1;
      return;
    }
    const { journal, epoch } = this.options;
    const { limits, message = why, tail, hasSources = false } = end ?? {};
    const parts = journal.want(from).map((serial) => `${epoch}-${serial}`);
    const worker = this.workerOf(ended.backend);
    const head = headOf(ended, message, this.options.sourceOf(ended.task));
    this.pending.push({ head, detail: { ended, worker, limits, tail, hasSources, journal: parts } });
  }

  async write(nowMs: number): Promise<void> {
    const { store, journal, epoch, log } = this.options;
    const { pending } = this;
    this.pending = [];
    if (this.leftOut > 0) log.warn({ tasks: this.leftOut }, 'more tasks failed than can be kept');
    this.leftOut = 0;
    await Promise.all(pending.map(({ head, detail }) => store.keep(head, detail)));
    if (nowMs - this.partsAtMs < PART_MS) return;
    this.partsAtMs = nowMs;
    for (const part of journal.takeWanted()) await store.keepPart(`${epoch}-${part.serial}`, part);
  }

  private workerOf(backend: string | undefined): FailureDetail['worker'] {
    const found = this.options.workers().find(({ backends }) => backend !== undefined && backends.includes(backend));
    return found && { host: found.host, version: found.version, toolchain: found.toolchain };
  }
}

function headOf(ended: EndedTask, message: string | undefined, source: string | undefined): FailureHead {
  const { task, taskClass, client, address, owner, backend, submittedAtMs, startedAtMs, endedAtMs } = ended;
  const waitMs = (startedAtMs ?? endedAtMs) - submittedAtMs;
  const runMs = startedAtMs === undefined ? undefined : endedAtMs - startedAtMs;
  return {
    task,
    taskClass,
    client,
    address,
    owner,
    backend,
    cause: ended.outcome,
    message,
    source,
    endedAtMs,
    waitMs,
    runMs,
  };
}
