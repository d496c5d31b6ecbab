import fc from 'fast-check';
import { expect, it } from 'vitest';
import { retryDelaySeconds } from './retry';
import type { JobStore, WorkReport } from '../store';
import { allJobs, someJob, type StoreWorld } from './storeWorld';

/** A job as the plainest reading of the rules sees it. */
interface ModelJob {
  schedAtSeconds: number;
  dueMs: number;
  arrival: number;
  runCount: number;
  isOnce: boolean;
  owner: string | undefined;
}

type Step =
  | { readonly kind: 'submit'; readonly name: string; readonly inSeconds: number; readonly isOnce: boolean }
  | { readonly kind: 'grab' | 'leave'; readonly worker: string }
  | { readonly kind: 'report'; readonly worker: string; readonly name: string; readonly report: WorkReport }
  | { readonly kind: 'remove'; readonly name: string }
  | { readonly kind: 'pass'; readonly seconds: number };

const name = fc.constantFrom('a', 'b', 'c', 'd');
const worker = fc.constantFrom('w', 'x');
const report: fc.Arbitrary<WorkReport> = fc.oneof(
  fc.constantFrom<WorkReport>({ kind: 'done', data: new Uint8Array(0) }, { kind: 'failed' }, { kind: 'returned' }),
  fc.record({ kind: fc.constant('later'), delaySeconds: fc.nat(3), countStep: fc.nat(2) }),
);
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ kind: fc.constant('submit'), name, inSeconds: fc.integer({ min: -2, max: 3 }), isOnce: fc.boolean() }),
  fc.record({ kind: fc.constantFrom('grab', 'grab', 'grab', 'leave'), worker }),
  fc.record({ kind: fc.constant('report'), worker, name, report }),
  fc.record({ kind: fc.constant('remove'), name }),
  fc.record({ kind: fc.constant('pass'), seconds: fc.nat(3) }),
);

/** For any course of events: no job is lost, none has two owners, and the right one is handed out. */
export function describeStoreModel(openWorld: () => Promise<StoreWorld>, runs: number): void {
  it('agrees with a plain model, whatever happens', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(step, fc.nat()), { maxLength: 50 }), async (steps) => {
        const world = await openWorld();
        await world.stores[0].setConfig('timeout', 0);
        const model = new Model(world);
        for (const [next, pick] of steps) {
          await model.step(next, world.stores[pick % world.stores.length] ?? world.stores[0]);
        }
        await world.close();
      }),
      { numRuns: runs },
    );
  });
}

class Model {
  private readonly jobs = new Map<string, ModelJob>();
  private arrivals = 0;

  constructor(private readonly world: StoreWorld) {}

  async step(step: Step, store: JobStore): Promise<void> {
    switch (step.kind) {
      case 'submit':
        await this.submit(step, store);
        break;
      case 'grab': {
        const expected = this.firstDue();
        expect((await store.grab(step.worker, new Set(['f'])))?.name).toBe(expected);
        const job = this.jobs.get(expected ?? '');
        if (job !== undefined) job.owner = step.worker;
        break;
      }
      case 'leave':
        await store.leave(step.worker);
        for (const job of this.jobs.values()) if (job.owner === step.worker) this.free(job);
        break;
      case 'report': {
        const isOwner = this.jobs.get(step.name)?.owner === step.worker;
        expect(await store.report(step.worker, someJob(step.name), step.report)).toBe(isOwner);
        if (isOwner) this.report(step.name, step.report);
        break;
      }
      case 'remove':
        await store.remove(someJob(step.name));
        this.jobs.delete(step.name);
        break;
      case 'pass':
        await this.world.advance(step.seconds * 1000);
    }
    const kept = (await allJobs(store)).map(({ name, schedAtSeconds, runCount }) => ({
      name,
      schedAtSeconds,
      runCount,
    }));
    const expected = [...this.jobs].map(([name, { schedAtSeconds, runCount }]) => ({ name, schedAtSeconds, runCount }));
    expect(kept).toHaveLength(expected.length);
    expect(kept).toEqual(expect.arrayContaining(expected));
  }

  private async submit({ name, inSeconds, isOnce }: Step & { kind: 'submit' }, store: JobStore): Promise<void> {
    const schedAtSeconds = this.nowSeconds() + inSeconds;
    const known = this.jobs.get(name);
    const isRunning = known?.owner !== undefined;
    expect(await store.submit(someJob(name, { schedAtSeconds }), { isOnce })).toBe(isRunning ? 'running' : 'stored');
    if (isRunning) return;
    const arrival = ++this.arrivals;
    this.jobs.set(name, {
      schedAtSeconds,
      dueMs: schedAtSeconds * 1000,
      arrival,
      runCount: 0,
      isOnce,
      owner: undefined,
    });
  }

  private report(name: string, report: WorkReport): void {
    const job = this.jobs.get(name);
    if (job === undefined) return;
    this.free(job);
    if (report.kind === 'done' || (job.isOnce && report.kind !== 'returned')) this.jobs.delete(name);
    if (report.kind === 'later') {
      this.delay(job, report.delaySeconds);
      job.runCount += report.countStep;
    }
    if (report.kind === 'failed') {
      this.delay(job, retryDelaySeconds(job.runCount));
      job.runCount += 1;
      if (job.runCount > 25) this.jobs.delete(name);
    }
  }

  private free(job: ModelJob): void {
    job.owner = undefined;
    job.dueMs = this.world.nowMs();
  }

  private delay(job: ModelJob, seconds: number): void {
    job.schedAtSeconds = this.nowSeconds() + seconds;
    job.dueMs = this.world.nowMs() + seconds * 1000;
  }

  private firstDue(): string | undefined {
    const due = [...this.jobs].filter(([, job]) => job.owner === undefined && job.dueMs <= this.world.nowMs());
    due.sort(([, a], [, b]) => a.schedAtSeconds - b.schedAtSeconds || a.arrival - b.arrival);
    return due[0]?.[0];
  }

  private nowSeconds(): number {
    return Math.floor(this.world.nowMs() / 1000);
  }
}
