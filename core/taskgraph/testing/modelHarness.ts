import { expect } from 'vitest';
import { checkGraph } from '../graph';
import { brokenInvariants } from './invariants';
import { TaskModel } from './model';
import type { AttemptReport } from '../attempt';
import type { FailureCode } from '@/core/problems';
import type { Result } from '@/core/result';
import type { GraphBody, TaskBody } from '../taskSchema';

export const WORK: TaskBody = { command: { external: {} } };
export const SUCCESS: AttemptReport = { state: 'terminated', exitStatus: 'success' };
export const FAILURE: AttemptReport = { state: 'terminated', exitStatus: 'failure', exitCode: 1 };
export const CANCELLED: AttemptReport = { state: 'cancelled', exitStatus: 'cancelled' };

/** A service whose ids and tokens are counted, with its clock in the test's hand. */
export function openModel() {
  const clock = { nowMs: 0 };
  let ids = 0;
  let tokens = 0;
  const model = new TaskModel({
    nowMs: () => clock.nowMs,
    newId: () => `t${++ids}`,
    newToken: () => `token-${++tokens}`,
  });
  const good = <T>(result: Result<T>): T => {
    if (!result.ok) throw new Error(result.failure.message);
    expect(brokenInvariants(model.snapshot())).toEqual([]);
    return result.value;
  };
  const graph = (tasks: GraphBody['tasks'], hold = false) => {
    const ids = good(model.createGraph('me', good(checkGraph({ tasks, hold }))));
    return (local: string) => ids.get(local) ?? '';
  };
  const states = () => [...model.tasks.values()].map((task) => task.state);
  const claim = (id: string) => good(model.workers.claimOne(id, 'external', 'w')).token;
  const run = (id: string, report: AttemptReport) => good(model.workers.report(id, claim(id), report));
  return { model, clock, good, graph, states, claim, run, workers: model.workers };
}

export function codeOf(result: Result<unknown>): FailureCode | undefined {
  return result.ok ? undefined : result.failure.code;
}
