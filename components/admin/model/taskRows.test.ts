import { expect, it } from 'vitest';
import { matches, taskRows } from './taskRows';

const common = {
  taskClass: 'fast',
  client: 'c',
  address: '127.0.0.1',
  owner: 'connection' as const,
  halts: 0,
  restarts: 0,
};
const live = {
  b: { ...common, state: 'waiting' as const, submittedAtMs: 20 },
  a: { ...common, state: 'running' as const, submittedAtMs: 10, backend: 'w.1' },
};
const ended = {
  '1': { ...common, task: 'x', outcome: 'success', submittedAtMs: 1, endedAtMs: 5 },
  '2': { ...common, task: 'y', outcome: 'time-limit', submittedAtMs: 2, endedAtMs: 9 },
};

it('lists what lives first, by age, then what ended last', () => {
  expect(taskRows(live, ended).map(({ id, state }) => `${id} ${state}`)).toEqual([
    'a running',
    'b waiting',
    'y time-limit',
    'x success',
  ]);
});

it('is filtered by words, all of which must be found', () => {
  const found = (filter: string) =>
    taskRows(live, ended)
      .filter((row) => matches(row, filter, `(${row.state})`))
      .map(({ id }) => id);
  expect(found('')).toHaveLength(4);
  expect(found('w.1')).toEqual(['a']);
  expect(found('fast success')).toEqual(['x']);
  expect(found('(success)')).toEqual(['x']);
  expect(found('slow')).toEqual([]);
});
