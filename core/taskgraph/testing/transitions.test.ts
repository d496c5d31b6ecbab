import { describe, expect, it } from 'vitest';
import { TASK_STATES } from '../state';
import { TASK_STEPS, transition, type TaskFacts } from './transitions';

const FACTS: TaskFacts = {
  isGroup: false,
  pendingDependencyCount: 0,
  hasAttemptsLeft: false,
  hasAbandonmentsLeft: false,
};

// docs/task-graph.md, 1 to 5
describe('the life of a task', () => {
  it('has these changes and no others', () => {
    const changes = TASK_STATES.flatMap((state) =>
      TASK_STEPS.flatMap((step) => {
        const result = transition(state, step, FACTS);
        return result.kind === 'change' ? [`${state} -${step}-> ${result.to}: ${result.effects.join(', ')}`] : [];
      }),
    );
    expect(changes).toEqual([
      'inactive -activate-> available: ',
      'inactive -release-> available: ',
      'inactive -cancel-> cancelled: cancel-continuations',
      'available -cancel-> cancelled: cancel-continuations',
      'available -claim-> running: open-attempt',
      'running -cancel-> pending_cancellation: tell-worker, cancel-continuations',
      'running -succeed-> terminated: close-attempt, release-continuations',
      'running -fail-> terminated: close-attempt, cancel-continuations',
      'running -abandon-> terminated: close-attempt, cancel-continuations',
      'pending_cancellation -succeed-> terminated: close-attempt',
      'pending_cancellation -fail-> terminated: close-attempt',
      'pending_cancellation -confirm-cancellation-> cancelled: close-attempt',
      'pending_cancellation -abandon-> cancelled: close-attempt',
    ]);
  });

  it('begins only without unfinished parents, and for a group ends there', () => {
    for (const step of ['activate', 'release'] as const) {
      expect(transition('inactive', step, { ...FACTS, pendingDependencyCount: 1 })).toEqual({
        kind: 'refused',
        reason: 'has-dependencies',
      });
      expect(transition('inactive', step, { ...FACTS, isGroup: true })).toEqual({
        kind: 'change',
        to: 'terminated',
        effects: ['release-continuations'],
      });
    }
  });

  it('goes on after a failure or a loss while there are attempts of that kind left', () => {
    const again = { kind: 'change', to: 'available', effects: ['close-attempt'] };
    expect(transition('running', 'fail', { ...FACTS, hasAttemptsLeft: true })).toEqual(again);
    expect(transition('running', 'abandon', { ...FACTS, hasAbandonmentsLeft: true })).toEqual(again);
    expect(transition('running', 'fail', { ...FACTS, hasAbandonmentsLeft: true })).toMatchObject({ to: 'terminated' });
    const left = { ...FACTS, hasAttemptsLeft: true, hasAbandonmentsLeft: true };
    for (const step of ['fail', 'abandon', 'succeed'] as const) {
      const to = step === 'abandon' ? 'cancelled' : 'terminated';
      expect(transition('pending_cancellation', step, left)).toEqual({
        kind: 'change',
        to,
        effects: ['close-attempt'],
      });
    }
  });

  it('lets everything be cancelled, and nothing be activated twice', () => {
    for (const state of TASK_STATES) expect(transition(state, 'cancel', FACTS).kind).not.toBe('refused');
    for (const state of TASK_STATES.slice(1)) {
      expect(transition(state, 'activate', FACTS)).toEqual({ kind: 'refused', reason: 'illegal' });
      expect(transition(state, 'release', FACTS)).toEqual({ kind: 'nothing' });
    }
  });

  it('calls a claim of what another worker has a lost race, and of what nobody can have illegal', () => {
    const refused = TASK_STATES.flatMap((state) => {
      const result = transition(state, 'claim', FACTS);
      return result.kind === 'refused' ? [`${state}: ${result.reason}`] : [];
    });
    expect(refused).toEqual([
      'inactive: illegal',
      'running: lost-race',
      'pending_cancellation: lost-race',
      'cancelled: illegal',
      'terminated: illegal',
    ]);
  });
});
