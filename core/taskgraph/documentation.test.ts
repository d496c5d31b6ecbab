import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { TASK_GRAPH_LIMITS, TASK_GRAPH_ROOM } from './limits';
import type { FailureCode } from '@/core/problems';
import { problemDocument } from './problem';

/** docs/task-graph.md says what the code does. */
const PAGE = readFileSync('docs/task-graph.md', 'utf8');
const number = (value: number) => value.toLocaleString('en');
const MIB = 2 ** 20;

const ROWS: readonly (readonly [what: string, value: string])[] = [
  [
    'tasks of a graph, its edges',
    `${number(TASK_GRAPH_LIMITS.maxGraphTasks)} and ${number(TASK_GRAPH_LIMITS.maxGraphEdges)}`,
  ],
  [
    'tasks kept for a session, for a token, in all',
    [TASK_GRAPH_ROOM.tasksOfSession, TASK_GRAPH_ROOM.tasksOfToken, TASK_GRAPH_ROOM.tasksInAll].map(number).join(', '),
  ],
  ['tasks kept for all sessions of one address', number(TASK_GRAPH_ROOM.tasksOfAddress)],
  ['tasks kept in all before sessions must wait', number(TASK_GRAPH_ROOM.tasksInAllForSessions)],
  ['edges added or removed by one request', number(TASK_GRAPH_LIMITS.maxEdgesOfRequest)],
  ['a body', `${TASK_GRAPH_LIMITS.maxBodyBytes / MIB} MiB`],
  ['values an attempt may report', number(TASK_GRAPH_LIMITS.maxUsageValues)],
  ['open event streams of an owner', number(TASK_GRAPH_ROOM.eventStreamsOfOwner)],
];

describe('the page about task graphs', () => {
  it.each(ROWS)('tells the limit of %s', (what, value) => {
    const row = PAGE.split('\n').find((line) => line.startsWith(`| ${what} `));
    expect(row?.split('|')[2]?.trim()).toBe(value);
  });

  it('tells the status of every problem it names', () => {
    const named = [...PAGE.matchAll(/^ {3}\| `([a-z-]+)` +\| (\d{3}) /gm)];
    expect(named.length).toBeGreaterThan(15);
    for (const [, code, status] of named) {
      expect(`${code} ${problemDocument({ code: code as FailureCode, message: '' }).status}`).toBe(`${code} ${status}`);
    }
  });

  it('tells the lease, the wait and the times of attempts', () => {
    expect(PAGE).toContain(`a lease of ${TASK_GRAPH_LIMITS.leaseMs / 1000} s`);
    expect(PAGE).toContain(`at most ${TASK_GRAPH_LIMITS.maxClaimWaitMs / 1000} s`);
    expect(PAGE).toContain(`The last ${number(TASK_GRAPH_ROOM.eventsKept)} events are kept`);
    expect(PAGE).toContain(`pages of ${TASK_GRAPH_LIMITS.listPageItems} with`);
  });
});
