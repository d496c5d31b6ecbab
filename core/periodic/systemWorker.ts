import type { Exchange } from './exchange';
import type { Grab } from './openGrabs';
import { handleKey, type Job } from './job';
import { PERIODIC_LIMITS } from './limits';
import type { WorkReport } from './store';

/** Does one job; a rejection counts as a failure. Once it is `removed`, nobody wants to hear of it any more. */
export type SystemJobHandler = (job: Job, removed: AbortSignal) => Promise<WorkReport>;

interface Run {
  readonly key: string;
  readonly removal: AbortController;
}

/**
 * A worker of the product's own, for the reserved funcs (docs/periodic.md, 10). It needs no connection, so that it works
 * with the port closed, and stands in STATUS like any other.
 */
export class SystemWorker {
  private readonly grabs = new Set<Grab>();
  private readonly runs = new Set<Run>();
  private unsubscribe: () => void = () => undefined;
  private isStopped = false;

  constructor(
    private readonly exchange: Exchange,
    /** Names it in the store; no other worker, on any front, ever has it. */
    private readonly worker: string,
    private readonly handlers: ReadonlyMap<string, SystemJobHandler>,
  ) {}

  /** Does up to `slots` jobs at a time. */
  async start(slots: number): Promise<void> {
    this.unsubscribe = this.exchange.store.subscribe(
      (event) => {
        if (event.kind === 'ended' && event.ending.kind === 'removed') this.removed(handleKey(event.handle));
      },
      () => false,
    );
    for (const func of this.handlers.keys()) await this.exchange.store.serve(this.worker, func, false);
    for (let slot = 0; slot < slots; slot += 1) this.grab();
  }

  /** What it was doing is pending again. */
  async stop(): Promise<void> {
    this.isStopped = true;
    this.unsubscribe();
    for (const grab of this.grabs) this.exchange.closeGrab(grab);
    await this.exchange.store.leave(this.worker);
  }

  private grab(): void {
    const grab: Grab = {
      worker: this.worker,
      funcs: new Set(this.handlers.keys()),
      assign: (job) => {
        this.grabs.delete(grab);
        void this.work(job).finally(() => this.isStopped || this.grab());
      },
    };
    this.grabs.add(grab);
    this.exchange.openGrab(grab);
  }

  private async work(job: Job): Promise<void> {
    const run: Run = { key: handleKey(job), removal: new AbortController() };
    this.runs.add(run);
    const report = await this.handle(job, run.removal.signal).catch((): WorkReport => ({ kind: 'failed' }));
    this.runs.delete(run);
    // Another job may have its name by now, and this worker may run it: the report would be taken for that one's.
    if (run.removal.signal.aborted) return;
    // If even this cannot be told, the job comes back with its timeout.
    await this.exchange.store.report(this.worker, job, limitResult(report)).catch(() => false);
  }

  private async handle(job: Job, removed: AbortSignal): Promise<WorkReport> {
    const handler = this.handlers.get(job.func);
    if (handler === undefined) throw new Error('no handler');
    return handler(job, removed);
  }

  private removed(key: string): void {
    for (const run of this.runs) if (run.key === key) run.removal.abort();
  }
}

/** A result that would not fit into a packet is refused by name, since RUN_JOB has no other way to say it. */
function limitResult(report: WorkReport): WorkReport {
  if (report.kind !== 'done' || report.data.length <= PERIODIC_LIMITS.maxResultBytes) return report;
  const text = `result-too-large: ${report.data.length} bytes, at most ${PERIODIC_LIMITS.maxResultBytes} are allowed`;
  return { kind: 'done', data: new TextEncoder().encode(text) };
}
