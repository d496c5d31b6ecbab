import { describe, expect, it } from 'vitest';
import { brokenInvariants, INVARIANTS, type GraphSnapshot, type TaskSnapshot } from './invariants';

function snapshot(tasks: readonly Partial<TaskSnapshot>[], releases: GraphSnapshot['releases'] = []): GraphSnapshot {
  const whole = tasks.map((task, index): TaskSnapshot => ({
    id: `t${index}`,
    isGroup: false,
    state: 'inactive',
    continuations: new Set(),
    pendingDependencyCount: 0,
    attemptCount: 0,
    maxAttemptCount: 1,
    abandonedCount: 0,
    liveTokenCount: 0,
    ...task,
  }));
  return { tasks: new Map(whole.map((task) => [task.id, task])), releases };
}

const PARENT = { continuations: new Set(['t1']) };
const EDGE = { parent: 't0', child: 't1' };

/** Each breaks exactly the invariant of its name. */
const BROKEN: Record<keyof typeof INVARIANTS, GraphSnapshot[]> = {
  'the count is that of unfinished parents': [
    snapshot([PARENT, { pendingDependencyCount: 0 }]),
    snapshot([{ pendingDependencyCount: 1 }]),
    snapshot([{ state: 'available', pendingDependencyCount: 1 }]),
  ],
  'a token lives while somebody works': [
    snapshot([{ state: 'running' }]),
    snapshot([{ state: 'available', liveTokenCount: 1 }]),
    snapshot([{ state: 'pending_cancellation', liveTokenCount: 2 }]),
  ],
  'nobody tries too often': [
    snapshot([{ attemptCount: 2 }]),
    snapshot([{ abandonedCount: 4 }]),
    snapshot([{ isGroup: true, state: 'available' }]),
  ],
  'nothing below a cancelled task can run': [
    snapshot([{ ...PARENT, state: 'cancelled' }, { pendingDependencyCount: 1 }]),
    snapshot([{ ...PARENT, state: 'terminated' }, { pendingDependencyCount: 1 }]),
  ],
  'nothing is released twice': [
    snapshot([{ ...PARENT, state: 'terminated' }, { state: 'available' }], [EDGE, EDGE]),
    snapshot([{ ...PARENT, state: 'available' }, { state: 'available' }], [EDGE]),
  ],
  'nothing waits for itself': [
    snapshot([
      { continuations: new Set(['t1']), pendingDependencyCount: 1 },
      { continuations: new Set(['t0']), pendingDependencyCount: 1 },
    ]),
  ],
};

describe.each(Object.entries(INVARIANTS))('the invariant that %s', (name, invariant) => {
  it('is told when it is broken, and no other is', () => {
    for (const broken of BROKEN[name as keyof typeof INVARIANTS]) {
      expect(invariant(broken)).not.toEqual([]);
      expect(brokenInvariants(broken)).toEqual(invariant(broken));
    }
  });
});

describe('a sound graph', () => {
  it('breaks none', () => {
    const tasks = [
      { continuations: new Set(['t1', 't2']), state: 'terminated', attemptCount: 1 },
      { state: 'running', attemptCount: 1, liveTokenCount: 1, continuations: new Set(['t2']) },
      { pendingDependencyCount: 1 },
    ] as const;
    expect(brokenInvariants(snapshot(tasks, [EDGE, { parent: 't0', child: 't2' }]))).toEqual([]);
  });
});
