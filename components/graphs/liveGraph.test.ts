import { describe, expect, it } from 'vitest';
import type { EventDocument } from '@/core/taskgraph/documentSchema';
import type { GraphTask } from './graphsApi';
import { LiveGraph } from './liveGraph';

function task(id: string, more: Partial<GraphTask> = {}): GraphTask {
  const counts = { pending_dependency_count: 0, attempt_count: 0, retry_count: 0, abandoned_count: 0 };
  const limits = { max_attempt_count: 1, max_termination_time_ms: 10_000, priority: 0, requested_resources: {} };
  const times = { created_at: '2030-01-01T00:00:00Z', updated_at: '2030-01-01T00:00:00Z' };
  const lists = { continuations: [], labels: [], artifacts: [] };
  return {
    id,
    owner: 'session',
    kind: 'external',
    state: 'available',
    ...counts,
    ...limits,
    ...times,
    ...lists,
    ...more,
  };
}

function event(id: string, to: EventDocument['to']): EventDocument {
  return { id: '1-0', time: '2030-01-01T00:00:00Z', task: id, to };
}

/** A server in memory: `soon` runs when the test says so. */
function world(tasks: GraphTask[]) {
  const later: (() => void)[] = [];
  const asked: string[] = [];
  let tell: (event: EventDocument) => void = () => undefined;
  let open: () => void = () => undefined;
  const live = new LiveGraph('g', {
    readGraph: async () => {
      asked.push('graph');
      return tasks;
    },
    readTask: async (id) => {
      asked.push(id);
      return tasks.find((one) => one.id === id) ?? task(id);
    },
    listen: (_graph, listener) => {
      tell = listener.onEvent;
      open = listener.onOpen;
      return () => undefined;
    },
    soon: (run) => later.push(run),
  });
  live.open();
  const settle = async () => {
    for (let i = 0; i < 10; i += 1) {
      for (const run of later.splice(0)) run();
      await Promise.resolve();
    }
  };
  const state = (id: string) => live.store.getState().tasks.get(id);
  return { live, tell: (one: EventDocument) => tell(one), open: () => open(), settle, state, asked };
}

describe('a live graph', () => {
  it('shows states at once and asks for the rest', async () => {
    const tasks = [task('a'), task('b')];
    const { tell, open, settle, state, asked } = world(tasks);
    open();
    await settle();
    tasks[0] = task('a', { state: 'terminated', exit_status: 'success' });
    tell(event('a', 'running'));
    tell(event('a', 'terminated'));
    await settle();
    expect(state('a')).toMatchObject({ state: 'terminated', exit_status: 'success' });
    expect(asked).toEqual(['graph', 'a']);
  });

  it('asks about many tasks together', async () => {
    const tasks = Array.from({ length: 40 }, (_, i) => task(`t${i}`));
    const { tell, open, settle, asked } = world(tasks);
    open();
    await settle();
    for (const { id } of tasks) tell(event(id, 'running'));
    await settle();
    expect(asked).toEqual(['graph', 'graph']);
  });

  it('shows a flood of events a part at a time, in order, and asks at its end', async () => {
    const tasks = Array.from({ length: 600 }, (_, i) => task(`t${i}`));
    const { live, tell, open, settle, state, asked } = world(tasks);
    open();
    await settle();
    let shown = 0;
    live.store.subscribe(() => (shown += 1));
    for (const { id } of tasks) tell(event(id, 'running'));
    tell(event('t0', 'cancelled'));
    tasks.splice(0, tasks.length, ...tasks.map(({ id }, i) => task(id, { state: i === 0 ? 'cancelled' : 'running' })));
    await settle();
    expect(tasks.filter(({ id }) => state(id)?.state === 'running')).toHaveLength(599);
    expect(state('t0')?.state).toBe('cancelled');
    // Three parts, and what the graph itself says then.
    expect([shown, asked]).toEqual([4, ['graph', 'graph']]);
  });

  it('keeps events that come before the graph', async () => {
    const { tell, open, settle, state } = world([task('a')]);
    tell(event('a', 'cancelled'));
    open();
    await settle();
    expect(state('a')?.state).toBe('cancelled');
  });
});
