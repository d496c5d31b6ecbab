import { describe, expect, it } from 'vitest';
import { planRetry, type TriedTask } from './retry';

function task(id: string, end: 'success' | 'failure' | 'cancelled' | 'running', ...continuations: string[]): TriedTask {
  const state = end === 'cancelled' || end === 'running' ? end : 'terminated';
  const exitStatus = end === 'running' || end === 'cancelled' ? undefined : end;
  return { id, local: `n-${id}`, state, exitStatus, body: { command: { external: 1 }, name: id }, continuations };
}

const names = (plan: ReturnType<typeof planRetry>) =>
  plan.ok ? [...plan.value.graph.tasks.keys()] : plan.failure.code;

// docs/task-graph.md, "Retry"
describe('another try', () => {
  const tasks = [task('a', 'success', 'b', 'c'), task('b', 'failure', 'd'), task('c', 'success', 'd')];

  it('is of all that did not succeed, with the edges between them', () => {
    const plan = planRetry([...tasks, task('d', 'cancelled')]);
    expect(names(plan)).toEqual(['n-b', 'n-d']);
    if (!plan.ok) return;
    expect(plan.value.graph.tasks.get('n-b')).toEqual({ command: { external: 1 }, continuations: ['n-d'] });
    expect(plan.value.graph.parentCounts).toEqual(new Map([['n-b', 0], ['n-d', 1]])); // prettier-ignore
    expect(plan.value.retryOf.get('n-d')).toBe('d');
  });

  it('of one task takes along what is below, and what that waits for', () => {
    const more = [task('d', 'cancelled'), task('e', 'failure', 'd'), task('f', 'failure')];
    expect(names(planRetry([...tasks, ...more], 'b'))).toEqual(['n-b', 'n-d', 'n-e']);
    expect(names(planRetry([...tasks, ...more], 'f'))).toEqual(['n-f']);
  });

  it('is refused while something of it goes on, or when nothing failed', () => {
    expect(names(planRetry([...tasks, task('d', 'cancelled'), task('e', 'running', 'd')], 'b'))).toBe('not-ended');
    expect(names(planRetry([task('a', 'success')]))).toBe('nothing-to-retry');
  });

  it('takes files from the new tries', () => {
    const files = { 'a.asy': '', 'x.csv': { artifact: { task: 'b', file: 'x.csv' } } };
    const taker = { ...task('d', 'cancelled'), body: { command: { render: { files, main: 'a.asy' } } } };
    const plan = planRetry([...tasks, taker]);
    const render = plan.ok ? plan.value.graph.tasks.get('n-d')?.command?.render : undefined;
    expect(render?.files['x.csv']).toEqual({ artifact: { task: 'n-b', file: 'x.csv' } });
  });
});
