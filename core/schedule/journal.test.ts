import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FAILURE_LIMITS } from '@/core/limits';
import { Journal, journalPart, replayJournal, type JournalPart } from './journal';
import { createSchedule } from './schedule';
import { createRandom } from './random';

/** A day in small: tasks come, start as the schedule says, and end; backends come and go between them. */
function record(seed: number, steps: number) {
  const random = createRandom(seed);
  const schedule = createSchedule({ maxPredictedWaitSeconds: Infinity });
  const journal = new Journal(schedule);
  const kept = new Map<number, JournalPart>();
  let nowMs = 1000;
  const happen = (event: object) => {
    for (const effect of journal.apply({ ...event, nowMs } as Parameters<Journal['apply']>[0]))
      if (effect.kind === 'permit') {
        const { task, permit, backend } = effect;
        happen({ kind: 'started', task, permit, backend });
      }
    journal.want(0);
    for (const part of journal.takeWanted()) kept.set(part.serial, part);
  };
  for (let i = 0; i < 3; i += 1) happen({ kind: 'backend-joined', backend: `w.${i}` });
  for (let i = 0; i < steps; i += 1) {
    nowMs += Math.ceil(random() * 100);
    const running = [...schedule.running.keys()];
    const task = running[Math.floor(random() * running.length)];
    if (task !== undefined && random() < 0.55) happen({ kind: 'finished', task, cutShort: random() < 0.1 });
    else {
      const client = `c${Math.floor(random() * 4)}`;
      const taskClass = (['default', 0, 1, 2, 'batch'] as const)[Math.floor(random() * 5)];
      const owner = taskClass === 'batch' ? 'detached' : 'connection';
      happen({ kind: 'submitted', submission: { id: `t${i}`, taskClass, client, address: client, owner } });
    }
    for (const lost of schedule.adrift.keys()) happen({ kind: 'returned', task: lost, isLost: false });
  }
  const stored: unknown = JSON.parse(JSON.stringify([...kept.values()]));
  return (stored as unknown[]).map((part) => journalPart.parse(part));
}

describe('a journal', () => {
  it('can be done again, from its beginning and from every part that began at rest', () => {
    fc.assert(
      fc.property(fc.nat(), (seed) => {
        const parts = record(seed, 600);
        for (const [i, part] of parts.entries()) {
          if (!part.isExact) continue;
          const steps = replayJournal(parts.slice(i));
          expect(steps.length).toBeGreaterThan(0);
          for (const { recorded, simulated } of steps) expect(simulated).toBe(recorded);
        }
      }),
      { numRuns: 20 },
    );
  });

  it('shows where it was decided differently', () => {
    const [part] = record(1, 20);
    const entries = (part?.entries ?? []).map((entry, i) => (i === 5 ? { ...entry, effects: [] } : entry));
    const steps = replayJournal(part ? [{ ...part, entries }] : []);
    expect(steps.filter(({ recorded, simulated }) => recorded !== simulated)).toHaveLength(1);
  });

  it('records nothing while too many wait, and begins anew after that', () => {
    const schedule = createSchedule({ maxPredictedWaitSeconds: Infinity });
    const journal = new Journal(schedule);
    const submit = (id: string) =>
      journal.apply({
        kind: 'submitted',
        nowMs: 0,
        submission: { id, taskClass: 0, client: id, address: id, owner: 'connection' },
      });
    for (let i = 0; i <= FAILURE_LIMITS.maxRecordedQueue; i += 1) submit(`t${i}`);
    submit('more');
    expect(journal.current).toBeUndefined();
    expect(journal.want(1)).toEqual([]);
    for (let i = 0; i < 10; i += 1) journal.apply({ kind: 'withdrawn', task: `t${i}`, cause: 'cancelled', nowMs: 0 });
    expect(journal.current).toBeDefined();
  });
});
