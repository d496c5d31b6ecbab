import { describe, expect, it } from 'vitest';
import { findDrift } from './drift';
import { Brief } from './testing/brief';
import type { Level } from './levels';

const SLOW = 2;
const MEDIUM = 1;
const literal = { policy: { kind: 'literal', random: () => 0 } } as const;

describe('the considerate policy', () => {
  // docs/queue.md, 4
  it('downgrades one more default task, the longest running, each time the head finds no backend', () => {
    const brief = new Brief(2);
    brief.submit('a', 0);
    brief.submit('b', 1000);
    expect(brief.submit('c', 5000)).toEqual(['number c', 'downgrade a 3s']);
    expect(brief.submit('d', 6000)).toEqual(['number d', 'downgrade b 3s']);
    expect(brief.submit('e', 7000)).toEqual(['number e']);
  });

  it('halts batch work first, the last started, then the shell idle longest, then downgrades', () => {
    const brief = new Brief(5);
    brief.submit('old shell', 0, { taskClass: 'interactive' });
    brief.submit('shell', 1, { taskClass: 'interactive' });
    brief.submit('book', 2, { taskClass: 'batch' });
    brief.submit('page', 3, { taskClass: 'batch' });
    brief.submit('a', 4);
    brief.hear({ kind: 'shell-active', task: 'old shell', nowMs: 5 });
    expect(brief.submit('b', 6)).toEqual(['number b', 'halt page b4', 'permit b b4 30s']);
    expect(brief.submit('c', 7).slice(1, 3)).toEqual(['halt book b3', 'permit c b3 30s']);
    expect(brief.submit('d', 8)).toContain('halt shell b2');
    expect(brief.submit('e', 9)).toContain('end old shell halted');
    expect(brief.submit('f', 10)).toEqual(['number f', 'downgrade a 3s']);
  });

  it('warns the shell that is next while nobody needs its backend yet, once', () => {
    const brief = new Brief(2);
    brief.submit('shell', 0, { taskClass: 'interactive' });
    expect(brief.submit('a')).toEqual(['number a', 'permit a b2 30s', 'warn shell']);
    expect(brief.finish('a')).toEqual(['end a finished']);
    expect(brief.submit('b')).toEqual(['number b', 'permit b b2 30s']);
  });

  // docs/queue.md, 6
  it('denies a shell without harming anybody but batch work', () => {
    const brief = new Brief(2);
    brief.submit('a');
    brief.submit('book', 0, { taskClass: 'batch' });
    const shell = { taskClass: 'interactive' } as const;
    expect(brief.submit('shell', 1, shell)).toEqual(['halt book b2', 'permit shell b2 3600s', 'warn shell']);
    expect(brief.submit('second', 2, shell)).toEqual(['deny second no-free-backend']);
  });

  // docs/queue.md, 9
  it('gives one address at most three quarters of the places for shells, and one at least', () => {
    const seven = new Brief(7);
    const shell = (client: number, address: string) =>
      ({ taskClass: 'interactive', client: `c${client}`, address }) as const;
    for (let i = 0; i < 6; i += 1) seven.submit(`greedy${i}`, 0, shell(i, 'one'));
    expect(seven.schedule.shells).toBe(4);
    expect(seven.submit('more', 0, shell(9, 'one'))).toEqual(['deny more shells-of-address']);
    expect(seven.submit('neighbour', 0, shell(10, 'other'))).toContain('permit neighbour b5 3600s');
    seven.finish('greedy0');
    expect(seven.submit('again', 0, shell(11, 'one'))).toContain('permit again b6 3600s');
    const two = new Brief(2);
    expect(two.submit('only', 0, shell(0, 'one'))).toContain('permit only b1 3600s');
  });

  it('keeps one backend from shells, unless there is but one', () => {
    const three = new Brief(3);
    for (const id of ['x', 'y', 'z']) three.submit(id, 0, { taskClass: 'interactive' });
    expect(three.schedule.shells).toBe(2);
    const one = new Brief(1);
    expect(one.submit('x', 0, { taskClass: 'interactive' })).toContain('permit x b1 3600s');
  });

  // docs/queue.md, 6
  it('lets shells stay in places of their own, whoever waits for a backend', () => {
    const brief = new Brief(2);
    const shell = { taskClass: 'interactive' } as const;
    for (const backend of ['w.shell1', 'w.shell2']) brief.hear({ kind: 'backend-joined', backend, nowMs: 0 });
    expect(brief.schedule.liveBackends).toBe(2);
    expect(brief.submit('x', 0, { ...shell, address: 'one' })).toEqual(['permit x w.shell1 3600s']);
    expect(brief.submit('y', 0, { ...shell, address: 'two' })).toEqual(['permit y w.shell2 3600s']);
    // The next has a backend, and gives way.
    expect(brief.submit('z', 0, { ...shell, address: 'three' })).toContain('permit z b1 3600s');
    expect(brief.submit('four', 0, { ...shell, address: 'four' })).toEqual(['deny four no-free-backend']);
    expect(brief.submit('a', 1)).toContain('permit a b2 30s');
    expect(brief.submit('b', 2)).toContain('halt z b1');
    expect(brief.submit('c', 3).join()).not.toContain('halt');
    brief.finish('x');
    expect(brief.submit('again', 4, { ...shell, address: 'four' })).toEqual(['permit again w.shell1 3600s']);
    expect(findDrift(brief.schedule)).toEqual([]);
  });

  it('lets one address leave others a place of those, too', () => {
    const brief = new Brief(2);
    for (const place of [1, 2, 3]) brief.hear({ kind: 'backend-joined', backend: `w.shell${place}`, nowMs: 0 });
    const submit = (id: string, address: string) => brief.submit(id, 0, { taskClass: 'interactive', address });
    for (const id of ['x', 'y', 'z']) expect(submit(id, 'one').join()).toContain(`permit ${id} w.shell`);
    expect(submit('more', 'one')).toEqual(['deny more shells-of-address']);
    expect(submit('other', 'two')).toContain('permit other b1 3600s');
  });
});

describe('room at a level', () => {
  it('is made by the longest-running slow default task, which goes down to medium', () => {
    const brief = new Brief(4);
    for (const [i, id] of ['a', 'b'].entries()) brief.submit(id, i);
    expect(brief.submit('s', 10, { taskClass: SLOW })).toEqual(['number s', 'downgrade a 10s', 'permit s b3 30s']);
  });

  it('is made by going down to fast where medium is full, too', () => {
    const brief = new Brief(4);
    for (const [i, id] of ['a', 'b', 'c'].entries()) brief.submit(id, i);
    expect(brief.submit('s', 10, { taskClass: SLOW })).toEqual(['number s', 'downgrade a 3s', 'permit s b4 30s']);
  });

  it('is made for medium tasks by slow default tasks first, then by medium ones', () => {
    const brief = new Brief(4);
    brief.submit('s', 0, { taskClass: SLOW });
    brief.submit('a', 1);
    brief.submit('b', 2);
    expect(brief.submit('m', 10, { taskClass: MEDIUM })).toEqual(['number m', 'downgrade a 3s', 'permit m b4 10s']);
    expect(brief.finish('a', 11)).toEqual(['end a finished']);
    expect(brief.submit('n', 12, { taskClass: MEDIUM })).toEqual(['number n', 'downgrade b 3s', 'permit n b2 10s']);
  });

  it('is not there when real slow tasks hold it: those wait, others pass', () => {
    const brief = new Brief(2);
    brief.submit('s', 0, { taskClass: SLOW });
    expect(brief.submit('t', 1, { taskClass: SLOW })).toEqual(['number t']);
    expect(brief.submit('a', 2)).toEqual(['number a', 'permit a b2 10s']);
  });

  it('is found at the longest level below that has some, in a longer list', () => {
    const levels: Level[] = [2, 4, 8, 16].map((durationSeconds, i) => ({
      durationSeconds,
      limit: i === 0 ? { percent: 100 } : { count: [0, 3, 1, 1][i] ?? 1 },
    }));
    const brief = new Brief(4, { levels });
    expect(brief.submit('a')).toContain('permit a b1 16s');
    expect(brief.submit('s', 1, { taskClass: 3 })).toEqual(['number s', 'downgrade a 4s', 'permit s b2 16s']);
  });
});

describe('the literal policy', () => {
  it('downgrades all default tasks at once when the head finds no backend, and halts a shell', () => {
    const brief = new Brief(3, literal);
    brief.submit('a');
    brief.submit('b');
    brief.submit('shell', 0, { taskClass: 'interactive' });
    expect(brief.submit('c')).toEqual([
      'number c',
      'downgrade a 3s',
      'downgrade b 3s',
      'halt shell b3',
      'end shell halted',
      'permit c b3 30s',
    ]);
  });

  it('downgrades one default task by one level for a shell that it denies', () => {
    const brief = new Brief(1, literal);
    brief.submit('a');
    const shell = { taskClass: 'interactive' } as const;
    expect(brief.submit('x', 1, shell)).toEqual(['downgrade a 10s', 'deny x no-free-backend']);
    expect(brief.submit('y', 2, shell)).toEqual(['downgrade a 3s', 'deny y no-free-backend']);
    expect(brief.submit('z', 3, shell)).toEqual(['deny z no-free-backend']);
  });

  it('starts whoever waits for the level that a downgrade for a denied shell has freed', () => {
    const shell = { taskClass: 'interactive' } as const;
    const levels = [3, 10, 30].map((durationSeconds) => ({ durationSeconds, limit: { percent: 100 } }));
    const brief = new Brief(3, { ...literal, levels });
    brief.submit('x', 0, shell);
    brief.submit('a');
    brief.submit('b');
    const [fast, medium, slow] = levels as [(typeof levels)[0], (typeof levels)[0], (typeof levels)[0]];
    const tight = [fast, { ...medium, limit: { percent: 50 } }, { ...slow, limit: { percent: 1 } }];
    brief.hear({ kind: 'limits-changed', levels: tight, nowMs: 1 });
    expect(brief.submit('s', 1, { taskClass: SLOW })).toEqual(['number s', 'downgrade a 3s']);
    expect(brief.submit('y', 2, shell)).toContain('permit s b1 30s');
  });

  it('chooses its victims with the handed-in random numbers', () => {
    const brief = new Brief(4, { policy: { kind: 'literal', random: () => 0.99 } });
    brief.submit('a');
    brief.submit('b');
    expect(brief.submit('s', 1, { taskClass: SLOW })).toContain('downgrade b 10s');
  });

  it('lets shells take every backend', () => {
    const brief = new Brief(2, literal);
    for (const id of ['x', 'y']) brief.submit(id, 0, { taskClass: 'interactive' });
    expect(brief.schedule.shells).toBe(2);
  });
});
