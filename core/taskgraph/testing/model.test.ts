import { describe, expect, it } from 'vitest';
import { checkGraph } from '../graph';
import { CANCELLED, codeOf, FAILURE, openModel, SUCCESS, WORK } from './modelHarness';

// docs/task-graph.md, 2
describe('the owner', () => {
  it('activates what has no unfinished parent, once', () => {
    const { model, graph, good, states } = openModel();
    const id = graph({ a: { ...WORK, continuations: ['b'] }, b: WORK }, true);
    expect(states()).toEqual(['inactive', 'inactive']);
    expect(codeOf(model.activate(id('b')))).toBe('has-dependencies');
    good(model.activate(id('a')));
    expect(codeOf(model.activate(id('a')))).toBe('illegal-transition');
    expect(codeOf(model.activate('nobody'))).toBe('unknown-task');
    expect(states()).toEqual(['available', 'inactive']);
  });

  it('cancels in any state, with everything below', () => {
    const { model, graph, good, states } = openModel();
    const id = graph({ a: { ...WORK, continuations: ['b'] }, b: { ...WORK, continuations: ['c'] }, c: {}, d: WORK });
    good(model.cancel(id('a')));
    expect(states()).toEqual(['cancelled', 'cancelled', 'cancelled', 'available']);
    const { length } = model.events;
    good(model.cancel(id('a')));
    expect(model.events).toHaveLength(length);
  });
});

// docs/task-graph.md, 3
describe('a running task that is cancelled', () => {
  it.each([
    ['terminated', SUCCESS],
    ['terminated', FAILURE],
    ['cancelled', CANCELLED],
  ] as const)('ends as %s, and neither retries nor releases', (end, report) => {
    const { model, graph, good, claim, states, workers } = openModel();
    const id = graph({ a: { ...WORK, max_attempt_count: 5, continuations: ['b'] }, b: WORK });
    const token = claim(id('a'));
    expect(good(workers.renew(id('a'), token)).cancel).toBe(false);
    good(model.cancel(id('a')));
    expect(states()).toEqual(['pending_cancellation', 'cancelled']);
    expect(good(workers.renew(id('a'), token)).cancel).toBe(true);
    good(model.cancel(id('a')));
    good(workers.report(id('a'), token, report));
    expect(states()).toEqual([end, 'cancelled']);
  });

  it('is cancelled when its worker falls silent', () => {
    const { model, graph, good, claim, states, clock, workers } = openModel();
    const id = graph({ a: WORK });
    claim(id('a'));
    good(model.cancel(id('a')));
    clock.nowMs = 30_000;
    expect(workers.expireLeases()).toEqual([id('a')]);
    expect(states()).toEqual(['cancelled']);
  });
});

// docs/task-graph.md, 4
describe('the end of an attempt', () => {
  it('releases a child when the last parent has succeeded', () => {
    const { graph, run, states } = openModel();
    const id = graph({ a: { ...WORK, continuations: ['c'] }, b: { ...WORK, continuations: ['c'] }, c: WORK });
    run(id('a'), SUCCESS);
    expect(states()).toEqual(['terminated', 'available', 'inactive']);
    run(id('b'), SUCCESS);
    expect(states()).toEqual(['terminated', 'terminated', 'available']);
  });

  it('is tried again after a failure while attempts are left, then cancels what is below', () => {
    const { model, graph, run, states } = openModel();
    const id = graph({ a: { ...WORK, max_attempt_count: 2, continuations: ['b'] }, b: WORK });
    run(id('a'), FAILURE);
    expect(states()).toEqual(['available', 'inactive']);
    run(id('a'), { state: 'terminated', exitStatus: 'timeout' });
    expect(states()).toEqual(['terminated', 'cancelled']);
    expect(model.tasks.get(id('a'))).toMatchObject({ attemptCount: 2, abandonedCount: 0 });
    expect(model.tasks.get(id('a'))?.attempts.map(({ ending }) => ending?.exitStatus)).toEqual(['failure', 'timeout']);
  });

  it('does nothing to a child that is not inactive any more', () => {
    const { model, graph, good, run, states } = openModel();
    const id = graph({ a: { ...WORK, continuations: ['b'] }, b: WORK });
    good(model.cancel(id('b')));
    run(id('a'), SUCCESS);
    expect(states()).toEqual(['terminated', 'cancelled']);
    expect(model.tasks.get(id('b'))?.pendingDependencyCount).toBe(1);
    expect(model.snapshot().releases).toEqual([]);
  });

  it('cannot be a cancellation that nobody asked for', () => {
    const { graph, claim, states, workers } = openModel();
    const id = graph({ a: WORK });
    expect(codeOf(workers.report(id('a'), claim(id('a')), CANCELLED))).toBe('illegal-transition');
    expect(states()).toEqual(['running']);
  });
});

// docs/task-graph.md, 5
describe('groups', () => {
  it('fire as soon as nothing holds them, one after the other', () => {
    const { graph, run, states } = openModel();
    const id = graph({
      a: { ...WORK, continuations: ['g'] },
      g: { continuations: ['h'] },
      h: { continuations: ['b'] },
      b: WORK,
    });
    expect(states()).toEqual(['available', 'inactive', 'inactive', 'inactive']);
    run(id('a'), SUCCESS);
    expect(states()).toEqual(['terminated', 'terminated', 'terminated', 'available']);
  });

  it('fire at their creation, and when they are activated', () => {
    const { model, graph, good, states } = openModel();
    good(model.create('me', {}));
    const id = graph({ g: { continuations: ['h'] }, h: {} }, true);
    expect(states()).toEqual(['terminated', 'inactive', 'inactive']);
    good(model.activate(id('g')));
    expect(states()).toEqual(['terminated', 'terminated', 'terminated']);
  });

  it('fire and are cancelled ten thousand deep', () => {
    const chain = (hold: boolean) => {
      const server = openModel();
      const entries = Array.from({ length: 10_000 }, (_, index) => [
        `g${index}`,
        { continuations: index < 9_999 ? [`g${index + 1}`] : [] },
      ]);
      return { ...server, id: server.graph(Object.fromEntries(entries), hold) };
    };
    expect(new Set(chain(false).states())).toEqual(new Set(['terminated']));
    const held = chain(true);
    held.good(held.model.cancel(held.id('g0')));
    expect(new Set(held.states())).toEqual(new Set(['cancelled']));
  });
});

// docs/task-graph.md, 6
describe('edges', () => {
  it('are added and removed between inactive tasks, all or nothing', () => {
    const { model, graph, good } = openModel();
    const id = graph({ a: WORK, b: WORK, c: WORK }, true);
    const [a, b, c] = [id('a'), id('b'), id('c')];
    expect(good(model.addContinuations([{ targets: [a], values: [b, c, b] }]))).toEqual([
      { parent: a, child: b },
      { parent: a, child: c },
    ]);
    expect(good(model.addContinuations([{ targets: [a, b], values: [c] }]))).toEqual([{ parent: b, child: c }]);
    expect(model.tasks.get(c)?.pendingDependencyCount).toBe(2);
    expect(codeOf(model.addContinuations([{ targets: [a], values: ['nobody'] }]))).toBe('unknown-task');
    expect(good(model.removeContinuations([{ targets: [b], values: [a] }]))).toEqual([]);
    expect(good(model.removeContinuations([{ targets: [a, b], values: [c] }]))).toHaveLength(2);
    expect(model.tasks.get(c)).toMatchObject({ pendingDependencyCount: 0, state: 'inactive' });
  });

  it('are added first and then removed by one request, all or nothing', () => {
    const { model, good } = openModel();
    const [a = '', b = '', c = ''] = ['a', 'b', 'c'].map(() => good(model.create('me', { ...WORK, hold: true })));
    const change = (add: string[], remove: string[]) => codeOf(model.changeContinuations(a, add, remove));
    expect([change([b], [b]), model.tasks.get(b)?.pendingDependencyCount]).toEqual([undefined, 0]);
    expect([change([b], []), change([b, c], [b])]).toEqual([undefined, undefined]);
    expect(change([a], [c])).toBe('cycle');
    expect([...(model.tasks.get(a)?.continuations ?? [])]).toEqual([c]);
    expect([b, c].map((id) => model.tasks.get(id)?.pendingDependencyCount)).toEqual([0, 1]);
  });

  it('do not change around what is no longer inactive', () => {
    const { model, graph, good } = openModel();
    const id = graph({ a: { ...WORK, continuations: ['b'] }, b: WORK, c: { ...WORK, hold: true } });
    const [a, b, c] = [id('a'), id('b'), id('c')];
    expect(codeOf(model.addContinuations([{ targets: [c], values: [b, a] }]))).toBe('not-inactive');
    expect(model.tasks.get(b)?.pendingDependencyCount).toBe(1);
    expect(codeOf(model.removeContinuations([{ targets: [a], values: [b] }]))).toBe('not-inactive');
    expect(good(model.removeContinuations([{ targets: [a], values: [c] }]))).toEqual([]);
    expect(codeOf(model.create('me', { ...WORK, continuations: [a] }))).toBe('not-inactive');
    expect(codeOf(model.create('me', { ...WORK, continuations: ['nobody'] }))).toBe('unknown-task');
    good(model.create('me', { ...WORK, continuations: [b] }));
    expect(model.tasks.get(b)?.pendingDependencyCount).toBe(2);
  });

  it('make no cycle, and the refusal tells the path', () => {
    const { model, graph } = openModel();
    const id = graph({ a: { continuations: ['b'] }, b: { continuations: ['c'] }, c: {} }, true);
    const result = model.addContinuations([{ targets: [id('c')], values: [id('a')] }]);
    expect(result.ok ? undefined : result.failure).toMatchObject({
      code: 'cycle',
      path: [id('c'), id('a'), id('b'), id('c')],
    });
    expect(codeOf(model.addContinuations([{ targets: [id('a')], values: [id('a')] }]))).toBe('cycle');
  });

  it('are at most 1,024 from one task', () => {
    const { model, good, graph } = openModel();
    const locals = Array.from({ length: 1026 }, (_, index) => `n${index}`);
    const id = graph(Object.fromEntries(locals.map((local) => [local, { hold: true }])));
    const [target = '', ...values] = locals.map(id);
    expect(codeOf(model.addContinuations([{ targets: [target], values }]))).toBe('too-many-continuations');
    good(model.addContinuations([{ targets: [target], values: values.slice(1) }]));
  });
});

// docs/task-graph.md, 12 to 14
describe('creation', () => {
  it('makes roots available unless they are held', () => {
    const { graph, states } = openModel();
    graph({
      a: { ...WORK, continuations: ['b'] },
      b: WORK,
      c: { ...WORK, hold: true },
      d: { ...WORK, state: 'inactive' },
    });
    expect(states()).toEqual(['available', 'inactive', 'inactive', 'inactive']);
  });

  it('is all or nothing, and a name is taken once by each owner', () => {
    const { model, good, graph } = openModel();
    good(model.create('me', { ...WORK, name: 'n' }));
    expect(codeOf(model.create('me', { ...WORK, name: 'n' }))).toBe('name-taken');
    const twice = good(checkGraph({ tasks: { a: WORK, b: { ...WORK, name: 'n' } } }));
    expect(codeOf(model.createGraph('me', twice))).toBe('name-taken');
    expect(model.tasks.size).toBe(1);
    good(model.createGraph('you', twice));
    graph({ a: WORK });
    expect(model.tasks.size).toBe(4);
  });

  it('is the first event of a task, and every change another', () => {
    const { model, graph, run, clock } = openModel();
    const id = graph({ a: WORK });
    clock.nowMs = 9;
    run(id('a'), SUCCESS);
    expect(model.events).toEqual([
      { serial: 1, atMs: 0, task: id('a'), from: undefined, to: 'inactive' },
      { serial: 2, atMs: 0, task: id('a'), from: 'inactive', to: 'available' },
      { serial: 3, atMs: 9, task: id('a'), from: 'available', to: 'running' },
      { serial: 4, atMs: 9, task: id('a'), from: 'running', to: 'terminated' },
    ]);
  });
});
