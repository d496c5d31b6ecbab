import { expect, it } from 'vitest';
import { matchesQuery, parseQuery } from '@/core/admin/query';
import { searchableTask, taskRows, vocabularyOf } from './taskRows';

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

it('is found by a query, and offers what it has', () => {
  const rows = taskRows(live, ended);
  const found = (text: string) =>
    rows.filter((row) => matchesQuery(parseQuery(text), searchableTask(row), 30)).map(({ id }) => id);
  expect(found('')).toHaveLength(4);
  expect(found('backend:w.1')).toEqual(['a']);
  expect(found('cause:timeout')).toEqual(['y']);
  expect(found('state:waiting class:fast')).toEqual(['b']);
  expect(found('-state:success -state:time-limit')).toEqual(['a', 'b']);
  expect(vocabularyOf(rows)).toMatchObject({ class: ['fast'], backend: ['w.1'] });
});
