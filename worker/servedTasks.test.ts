import { describe, expect, it } from 'vitest';
import { ServedTasks } from './servedTasks';

/** Says what a run was told. */
function world() {
  const said: string[] = [];
  const run = {
    limit: (seconds: number) => said.push(`limit ${seconds}`),
    stop: (reason?: { kind: string }) => said.push(`stop ${reason?.kind}`),
  };
  const connection = { release: () => said.push('release') };
  return { said, run, connection, tasks: new ServedTasks() };
}

describe('a task that a backend serves', () => {
  it('is told at once, or when it begins, in the order in which it was heard', () => {
    const { said, run, connection, tasks } = world();
    const served = tasks.begin('p1');
    tasks.limit('p1', 3);
    tasks.halt('p1', 'give-way');
    expect(said).toEqual([]);
    served.begin(run, connection);
    expect(said).toEqual(['limit 3', 'stop halted', 'release']);
    tasks.limit('p1', 1);
    expect(said.at(-1)).toBe('limit 1');
  });

  it('goes back unless it was told to end', () => {
    const { tasks } = world();
    const served = tasks.begin('p1');
    expect(served.goesBack).toBe(false);
    tasks.halt('p1', 'end');
    expect(served.goesBack).toBe(false);
    tasks.halt('p1', 'go-back');
    expect(served.goesBack).toBe(true);
  });

  it('never hears what was meant for another permit, or comes after its end', () => {
    const { said, run, connection, tasks } = world();
    const first = tasks.begin('p1');
    const second = tasks.begin('p2');
    first.begin(run, connection);
    tasks.halt('p2', 'end');
    tasks.end(first);
    tasks.halt('p1', 'end');
    expect(said).toEqual([]);
    expect(first.afterHalt).toBeUndefined();
    expect(second.afterHalt).toBe('end');
  });

  it('is the one that runs once it has been taken', () => {
    const { tasks } = world();
    const served = tasks.begin('p1');
    tasks.begin('p2');
    expect(tasks.running).toBeUndefined();
    served.task = 't';
    expect(tasks.running).toBe('t');
  });

  it('is stopped with all others', () => {
    const { said, run, connection, tasks } = world();
    tasks.begin('p1').begin(run, connection);
    tasks.begin('p2').begin(run, connection);
    tasks.stopAll({ kind: 'shutting-down' });
    expect(said).toEqual(['stop shutting-down', 'release', 'stop shutting-down', 'release']);
  });
});
