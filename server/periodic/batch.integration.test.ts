import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MemoryStore } from '@/core/periodic/testing/memoryStore';
import type { JobStore, WorkReport } from '@/core/periodic/store';
import { allJobs, someJob } from '@/core/periodic/testing/storeWorld';
import { useRedis } from './redis.harness';

/** Operations of one tick go to Redis as one batch. They must do what they would do one after the other. */

const { clean, openFront } = useRedis();
const NOW_MS = 1_700_000_000_400;
const NOW_SECONDS = 1_700_000_000;

type Operation = (store: JobStore) => Promise<unknown>;

const name = fc.constantFrom('a', 'b', 'c');
const func = fc.constantFrom('f', 'g');
const worker = fc.constantFrom('w', 'x');
const handle = fc.record({ func, name });
const report: fc.Arbitrary<WorkReport> = fc.oneof(
  fc.constantFrom<WorkReport>({ kind: 'done', data: Uint8Array.of(1) }, { kind: 'failed' }, { kind: 'returned' }),
  fc.record({ kind: fc.constant('later'), delaySeconds: fc.nat(2), countStep: fc.nat(2) }),
);
const submit = fc
  .record({ handle, inSeconds: fc.constantFrom(-1, 0, 0, 0, 5), onlyIfServed: fc.boolean() })
  .map(({ handle: { func, name }, inSeconds, onlyIfServed }): Operation => {
    const job = someJob(name, { func, schedAtSeconds: NOW_SECONDS + inSeconds });
    return (store) => store.submit(job, { onlyIfServed });
  });
const grab = fc.record({ worker, funcs: fc.constantFrom(['f'], ['g'], ['f', 'g'], ['g', 'f'], ['h']) }).map(
  ({ worker, funcs }): Operation =>
    (store) =>
      store.grab(worker, new Set(funcs)),
);
const others: fc.Arbitrary<Operation> = fc.oneof(
  fc.record({ worker, handle, report }).map(
    (one): Operation =>
      (store) =>
        store.report(one.worker, one.handle, one.report),
  ),
  handle.map(
    (one): Operation =>
      (store) =>
        store.remove(one),
  ),
  func.map(
    (one): Operation =>
      (store) =>
        store.hasDue(new Set([one])),
  ),
  func.map(
    (one): Operation =>
      (store) =>
        store.drop(one),
  ),
  worker.map(
    (one): Operation =>
      (store) =>
        store.leave(one),
  ),
  fc.record({ worker, func, loud: fc.constantFrom(false, false, true) }).map(
    ({ worker, func, loud }): Operation =>
      (store) =>
        store.serve(worker, func, loud),
  ),
  fc.record({ worker, func }).map(
    ({ worker, func }): Operation =>
      (store) =>
        store.stopServing(worker, func),
  ),
  fc.record({ worker, handle, count: fc.integer({ min: 0, max: 2 }) }).map(
    ({ worker, handle, count }): Operation =>
      (store) =>
        store.acquireLock(worker, handle, 'l', count),
  ),
  fc.record({ worker, handle }).map(
    ({ worker, handle }): Operation =>
      (store) =>
        store.releaseLock(worker, handle, 'l'),
  ),
  handle.map(
    (one): Operation =>
      (store) =>
        store.missing([one]),
  ),
  fc.constant<Operation>((store) => store.status()),
  fc.constant<Operation>((store) => store.dead()),
);
const operation = fc.oneof(
  { weight: 3, arbitrary: submit },
  { weight: 3, arbitrary: grab },
  { weight: 4, arbitrary: others },
);

describe('a batch', () => {
  it('does what the store in memory does, operation by operation', async () => {
    const nowMs = () => NOW_MS;
    await fc.assert(
      fc.asyncProperty(fc.array(fc.array(operation, { maxLength: 15 }), { maxLength: 4 }), async (ticks) => {
        await clean();
        // A front of its own: one that lives on tells Redis of its workers again when it finds itself forgotten.
        const { store } = await openFront({ isAlone: true, nowMs });
        const memory = new MemoryStore(nowMs);
        for (const operations of ticks) {
          const expected = await Promise.all(operations.map((run) => run(memory)));
          expect(await Promise.all(operations.map((run) => run(store)))).toEqual(expected);
        }
        const byName = (one: { func: string; name: string }, other: { func: string; name: string }) =>
          one.func + one.name < other.func + other.name ? -1 : 1;
        expect((await allJobs(store)).sort(byName)).toEqual((await allJobs(memory)).sort(byName));
        await store.close();
      }),
      { numRuns: 300 },
    );
  });
});
