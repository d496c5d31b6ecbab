import { describe, expect, it } from 'vitest';
import { codeOf, FAILURE, openModel, SUCCESS, WORK } from './modelHarness';
import type { TaskBody } from '../taskSchema';

// docs/task-graph.md, 8
describe('a claim', () => {
  it('takes external work that fits, by priority and then by age', () => {
    const { model, good, workers } = openModel();
    const create = (body: TaskBody) => good(model.create('me', { ...WORK, ...body }));
    const old = create({});
    const large = create({ priority: 9, requested_resources: { memory_bytes: 100 } });
    const urgent = create({ priority: 5, requested_resources: { memory_bytes: 10, cores: 1 } });
    const also = create({ priority: 5, requested_resources: { cores: 1 } });
    create({ command: { render: { files: { 'a.asy': '' }, main: 'a.asy' } } });
    const ids = (claimed: readonly { id: string }[]) => claimed.map(({ id }) => id);
    expect(ids(workers.claim('external', 'w', 9, { memory_bytes: 50, cores: 1 }))).toEqual([urgent, old]);
    expect(ids(workers.claim('external', 'w', 1))).toEqual([large]);
    expect(ids(workers.claim('external', 'w', 9, { cores: 0 }))).toEqual([]);
    expect(ids(workers.claim('external', 'w', 9))).toEqual([also]);
    expect(workers.claim('render', 'product', 9)).toHaveLength(1);
  });

  it('of one task is won by the first, and only for the right kind', () => {
    const { graph, claim, workers } = openModel();
    const id = graph({
      a: WORK,
      r: { command: { render: { files: { 'a.asy': '' }, main: 'a.asy' } } },
      g: {},
      h: { ...WORK, hold: true },
    });
    claim(id('a'));
    expect(codeOf(workers.claimOne(id('a'), 'external', 'other'))).toBe('lost-race');
    expect(codeOf(workers.claimOne(id('h'), 'external', 'other'))).toBe('illegal-transition');
    expect(codeOf(workers.claimOne(id('r'), 'external', 'other'))).toBe('not-allowed');
    expect(codeOf(workers.claimOne('nobody', 'external', 'other'))).toBe('unknown-task');
  });

  it('lasts as long as it is renewed; then it counts as abandoned, three times at most', () => {
    const { model, graph, good, claim, clock, states, workers } = openModel();
    const id = graph({ a: { ...WORK, continuations: ['b'] }, b: WORK });
    const token = claim(id('a'));
    clock.nowMs = 29_999;
    expect(workers.expireLeases()).toEqual([]);
    expect(good(workers.renew(id('a'), token)).leaseUntilMs).toBe(59_999);
    clock.nowMs = 59_999;
    expect(workers.expireLeases()).toEqual([id('a')]);
    expect(states()).toEqual(['available', 'inactive']);
    expect(codeOf(workers.renew(id('a'), token))).toBe('old-token');
    expect(codeOf(workers.report(id('a'), token, SUCCESS))).toBe('old-token');
    for (const expected of ['available', 'terminated']) {
      claim(id('a'));
      clock.nowMs += 30_000;
      workers.expireLeases();
      expect(states()[0]).toBe(expected);
    }
    expect(states()).toEqual(['terminated', 'cancelled']);
    expect(model.tasks.get(id('a'))).toMatchObject({ attemptCount: 0, abandonedCount: 3 });
  });
});

// docs/task-graph.md, 9 and 11
describe('reports', () => {
  it('may be repeated with the same token, and are refused with an old one', () => {
    const { model, graph, good, claim, states, workers } = openModel();
    const id = graph({ a: { ...WORK, max_attempt_count: 2, continuations: ['b'] }, b: WORK });
    const first = claim(id('a'));
    good(workers.report(id('a'), first, FAILURE));
    good(workers.report(id('a'), first, SUCCESS));
    expect(states()).toEqual(['available', 'inactive']);
    const second = claim(id('a'));
    expect(codeOf(workers.report(id('a'), first, SUCCESS))).toBe('old-token');
    good(workers.report(id('a'), second, SUCCESS));
    const { length } = model.events;
    good(workers.report(id('a'), second, SUCCESS));
    expect(model.events).toHaveLength(length);
    expect(states()).toEqual(['terminated', 'available']);
    expect(codeOf(workers.report('nobody', second, SUCCESS))).toBe('unknown-task');
  });

  it('append to the lists of the attempt', () => {
    const { model, graph, good, claim, workers } = openModel();
    const id = graph({ a: WORK });
    const token = claim(id('a'));
    for (const value of [1, 2]) good(workers.reportUsage(id('a'), token, 'memory_usage', value));
    expect(codeOf(workers.reportUsage(id('a'), 'other', 'memory_usage', 3))).toBe('old-token');
    expect(model.tasks.get(id('a'))?.attempts[0]?.usage).toEqual({
      memory_usage: [1, 2],
      cpu_utilization: [],
      gpu_usage: [],
    });
  });

  it('may correct the start that the server stamped, once', () => {
    const { model, graph, good, claim, clock, workers } = openModel();
    clock.nowMs = 5;
    const id = graph({ a: WORK });
    const token = claim(id('a'));
    const attempt = model.tasks.get(id('a'))?.attempts[0];
    expect(attempt).toMatchObject({ claimedAtMs: 5, startedAtMs: 5 });
    for (let repeat = 0; repeat < 2; repeat += 1) good(workers.reportStart(id('a'), token, 7));
    expect(codeOf(workers.reportStart(id('a'), token, 8))).toBe('illegal-transition');
    expect(attempt?.startedAtMs).toBe(7);
  });
});
