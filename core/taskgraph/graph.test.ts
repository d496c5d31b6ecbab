import { describe, expect, it } from 'vitest';
import { checkGraph, readGraph } from './graph';
import { TASK_GRAPH_LIMITS } from './limits';
import { readBody } from './problem';
import { graphBodySchema } from './taskSchema';

/** As it arrives at the border: parsed, then checked. */
function check(body: unknown) {
  const read = readBody(graphBodySchema, body);
  return read.ok ? checkGraph(read.value) : read;
}

function fieldsOf(body: unknown): readonly string[] {
  const result = check(body);
  return result.ok ? [] : (result.failure.errors ?? []).map(({ field }) => field);
}

function chain(length: number, lastContinuations: string[] = []) {
  const entries = Array.from({ length }, (_, index) => {
    const continuations = index < length - 1 ? [`t${index + 1}`] : lastContinuations;
    return [`t${index}`, { continuations }];
  });
  return { tasks: Object.fromEntries(entries) };
}

function render(files: Record<string, unknown>) {
  return { command: { render: { files: { 'main.asy': '', ...files }, main: 'main.asy' } } };
}

// docs/task-graph.md, 12
describe('a graph', () => {
  it('is good when its names resolve and nothing waits for itself', () => {
    const result = check({
      tasks: { a: { continuations: ['b', 'c'] }, b: { continuations: ['c'] }, c: {} },
      hold: true,
    });
    expect(result.ok && [...result.value.parentCounts]).toEqual([
      ['a', 0],
      ['b', 1],
      ['c', 2],
    ]);
    expect(result.ok && result.value.isHeld).toBe(true);
  });

  it('has 1 to 10,000 tasks', () => {
    expect(fieldsOf({ tasks: {} })).toEqual(['tasks']);
    expect(check(chain(TASK_GRAPH_LIMITS.maxGraphTasks)).ok).toBe(true);
    expect(fieldsOf(chain(TASK_GRAPH_LIMITS.maxGraphTasks + 1))).toEqual(['tasks']);
  });

  it('names its own tasks, each once, and is helped with slips', () => {
    const result = check({ tasks: { plot: { continuations: ['report', 'reprot', 'report'] }, report: {} } });
    expect(result.ok ? [] : result.failure.errors).toEqual([
      {
        field: 'tasks.plot.continuations.1',
        detail: 'no task of this graph is called "reprot"; did you mean "report"?',
      },
      { field: 'tasks.plot.continuations.2', detail: '"report" is named twice' },
    ]);
  });

  it('is not told of every error when there are very many', () => {
    const continuations = Array.from({ length: 1000 }, (_, index) => `missing-${index}`);
    expect(fieldsOf({ tasks: { a: { continuations } } })).toHaveLength(20);
  });

  it('gives a name to one task only', () => {
    expect(fieldsOf({ tasks: { a: { name: 'n' }, b: { name: 'n' }, c: {}, d: {} } })).toEqual(['tasks.b.name']);
  });

  // docs/task-graph.md, 6
  it('is refused with the path of its cycle, however long', () => {
    const short = check({ tasks: { a: { continuations: ['b'] }, b: { continuations: ['a'] } } });
    expect(short.ok ? undefined : short.failure).toMatchObject({ code: 'cycle', path: ['a', 'b', 'a'] });
    const long = check(chain(10_000, ['t0']));
    expect(long.ok ? undefined : long.failure.path).toHaveLength(10_001);
  });

  it('draws on artifacts only of tasks that come first', () => {
    const file = 'data.csv';
    const wants = render({ [file]: { artifact: { task: 'first', file: 'out.csv' } } });
    expect(check({ tasks: { first: { continuations: ['second'] }, second: wants } }).ok).toBe(true);
    expect(check({ tasks: { second: wants } }).ok).toBe(true);
    expect(fieldsOf({ tasks: { first: {}, second: wants } })).toEqual([`tasks.second.command.render.files.${file}`]);
  });
});

describe('a graph from outside', () => {
  const tasks = (count: number, body: unknown) =>
    Object.fromEntries(Array.from({ length: count }, (_, i) => [`t${i}`, body]));
  const read = async (body: unknown) => {
    let pauses = 0;
    const result = await readGraph(body, async () => void (pauses += 1));
    return { result, pauses };
  };

  it('is read a part at a time, and comes out whole', async () => {
    const body = { tasks: tasks(1000, { continuations: [] }), hold: true };
    const { result, pauses } = await read(body);
    expect(result).toEqual({ ok: true, value: body });
    expect(pauses).toBeGreaterThan(5);
  });

  it('is read no further than what is wrong, and little of that is told', async () => {
    const { result, pauses } = await read({ tasks: { ...tasks(1000, { bad: 1, worse: [] }) } });
    expect(pauses).toBe(0);
    expect(result.ok ? [] : result.failure.errors).toHaveLength(20);
    const wide = await read({ tasks: { t: { continuations: Array.from({ length: 1000 }, () => 0) } } });
    expect(wide.result.ok ? [] : wide.result.failure.errors?.map(({ field }) => field)).toEqual([
      'tasks.t.continuations.0',
    ]);
  });

  it('is counted before it is read', async () => {
    const { result, pauses } = await read({ tasks: tasks(TASK_GRAPH_LIMITS.maxGraphTasks + 1, 0) });
    expect(pauses).toBe(0);
    expect(result).toMatchObject({ failure: { message: expect.stringContaining('expected 1 to') } });
  });
});
