import { describe, expect, it } from 'vitest';
import { Brief } from './testing/brief';
import { DEFAULT_LEVELS } from './levels';

const SLOW = 2;

describe('starting', () => {
  it('gives default tasks the longest duration that violates no limit', () => {
    const brief = new Brief(4);
    const permits = ['a', 'b', 'c', 'd'].map((id) => brief.submit(id)[1]);
    expect(permits).toEqual(['permit a b1 30s', 'permit b b2 30s', 'permit c b3 10s', 'permit d b4 3s']);
  });

  it('gives others what they asked for, at most the duration of their level', () => {
    const brief = new Brief(2);
    expect(brief.submit('a', 0, { taskClass: 1, durationSeconds: 5 })).toContain('permit a b1 5s');
    expect(brief.submit('b', 0, { taskClass: 0, durationSeconds: 9 })).toContain('permit b b2 3s');
  });

  it('takes the backend that has been free longest', () => {
    const brief = new Brief(3);
    brief.submit('a');
    brief.finish('a');
    expect(brief.submit('b')).toContain('permit b b2 30s');
  });

  it('hears a submission once', () => {
    const brief = new Brief(1);
    brief.submit('a');
    expect(brief.submit('a')).toEqual([]);
    brief.submit('b');
    expect(brief.submit('b')).toEqual([]);
  });
});

describe('ending', () => {
  it('hands the backend on', () => {
    const brief = new Brief(1);
    brief.submit('a');
    brief.submit('b');
    expect(brief.finish('a', 1)).toEqual(['end a finished', 'permit b b1 30s']);
  });

  it('teaches the history', () => {
    const brief = new Brief(1);
    brief.submit('a', 1000);
    brief.finish('a', 3500);
    expect([...(brief.schedule.history?.recorded() ?? [])]).toEqual([['default', [{ seconds: 2.5, cutShort: false }]]]);
  });
});

// docs/queue.md, 7
describe('withdrawing', () => {
  const cause = 'connection-closed';

  it('stops a run and frees its backend at once', () => {
    const brief = new Brief(1);
    brief.submit('a');
    brief.submit('b');
    const effects = brief.hear({ kind: 'withdrawn', task: 'a', cause, nowMs: 1 });
    expect(effects).toEqual(['halt a b1', 'end a withdrawn', 'permit b b1 30s']);
    expect(brief.hear({ kind: 'withdrawn', task: 'a', cause, nowMs: 1 })).toEqual([]);
  });

  it('takes a waiting task out of its queue and harms nobody', () => {
    const brief = new Brief(2);
    for (const id of ['a', 'b', 'c', 'd']) brief.submit(id);
    brief.submit('e');
    expect(brief.hear({ kind: 'withdrawn', task: 'd', cause, nowMs: 1 })).toEqual(['end d withdrawn']);
    brief.finish('a');
    expect(brief.finish('b')).toContain('permit e b2 30s');
  });

  it('leaves alone what is detached, unless it is cancelled', () => {
    const brief = new Brief(1);
    brief.submit('a', 0, { owner: 'detached' });
    expect(brief.hear({ kind: 'withdrawn', task: 'a', cause, nowMs: 1 })).toEqual([]);
    expect(brief.hear({ kind: 'withdrawn', task: 'a', cause: 'cancelled', nowMs: 1 })).toContain('end a withdrawn');
  });
});

describe('shortening', () => {
  it('moves the deadline of a run and lets it count at its new level', () => {
    const brief = new Brief(2);
    brief.submit('s', 0, { taskClass: SLOW });
    brief.submit('t', 0, { taskClass: SLOW });
    const effects = brief.hear({ kind: 'shortened', task: 's', durationSeconds: 5, nowMs: 1 });
    expect(effects).toEqual(['downgrade s 5s', 'permit t b2 30s']);
  });

  it('only shortens', () => {
    const brief = new Brief(1);
    brief.submit('a', 0, { taskClass: 0 });
    expect(brief.hear({ kind: 'shortened', task: 'a', durationSeconds: 10, nowMs: 1 })).toEqual([]);
  });

  it.each([
    ['in the queue', 'c'],
    ['in a lane', 'a'],
  ])('counts from the start for a task that waits %s', (_, client) => {
    const brief = new Brief(1, { tasksPerClient: 1 });
    brief.submit('a', 0, { client: 'b' });
    brief.submit('b', 0, { client: 'a' });
    brief.submit('c', 0, { client, taskClass: SLOW });
    expect(brief.hear({ kind: 'shortened', task: 'c', durationSeconds: 4, nowMs: 1 })).toEqual([]);
    brief.finish('a');
    expect(brief.finish('b')).toContain('permit c b1 4s');
  });
});

describe('pausing a class', () => {
  it('keeps its tasks waiting and lets others pass', () => {
    const brief = new Brief(1);
    brief.hear({ kind: 'class-paused', taskClass: 'default', nowMs: 0 });
    expect(brief.submit('a')).toEqual(['number a']);
    expect(brief.submit('f', 0, { taskClass: 0 })).toContain('permit f b1 3s');
    brief.finish('f');
    expect(brief.hear({ kind: 'class-resumed', taskClass: 'default', nowMs: 1 })).toEqual(['permit a b1 30s']);
  });

  it('denies shells', () => {
    const brief = new Brief(1);
    brief.hear({ kind: 'class-paused', taskClass: 'interactive', nowMs: 0 });
    expect(brief.submit('x', 0, { taskClass: 'interactive' })).toEqual(['deny x paused']);
  });
});

// docs/queue.md, 1
describe('changing levels', () => {
  const doubled = DEFAULT_LEVELS.map((level) => ({ ...level, durationSeconds: level.durationSeconds * 2 }));

  it('changes limits at once', () => {
    const brief = new Brief(2);
    brief.submit('s', 0, { taskClass: SLOW });
    brief.submit('t', 0, { taskClass: SLOW });
    const levels = DEFAULT_LEVELS.map((level) => ({ ...level, limit: { percent: 100 } }));
    expect(brief.hear({ kind: 'limits-changed', levels, nowMs: 1 })).toEqual(['permit t b2 30s']);
  });

  it('changes durations only when nobody waits', () => {
    const brief = new Brief(1);
    brief.submit('a');
    brief.submit('b');
    expect(brief.hear({ kind: 'limits-changed', levels: doubled, nowMs: 1 })).toEqual(['limits-kept']);
    brief.finish('a');
    expect(brief.hear({ kind: 'limits-changed', levels: doubled, nowMs: 2 })).toEqual([]);
    brief.finish('b');
    expect(brief.submit('c')).toContain('permit c b1 60s');
  });

  it('moves what runs to its new class', () => {
    const brief = new Brief(2);
    brief.submit('s', 0, { taskClass: SLOW, durationSeconds: 15 });
    brief.hear({ kind: 'limits-changed', levels: doubled, nowMs: 1 });
    expect(brief.schedule.counts).toEqual([1, 1, 0]);
    brief.finish('s');
    expect(brief.schedule.counts).toEqual([0, 0, 0]);
  });
});

// docs/queue.md, 16
describe('batch work', () => {
  it('uses the whole machine while no person waits', () => {
    const brief = new Brief(4);
    for (const id of ['p', 'q', 'r', 's']) brief.submit(id, 0, { taskClass: 'batch' });
    expect(brief.schedule.running.size).toBe(4);
  });

  it('does not start while a person waits', () => {
    const brief = new Brief(2);
    brief.submit('s', 0, { taskClass: SLOW });
    brief.submit('t', 0, { taskClass: SLOW });
    expect(brief.submit('book', 0, { taskClass: 'batch' })).toEqual(['number book']);
  });

  it('runs to its end after three halts, and then counts as slow', () => {
    const brief = new Brief(1);
    brief.submit('book', 0, { taskClass: 'batch' });
    for (const id of ['a', 'b', 'c']) {
      expect(brief.submit(id)).toContain('halt book b1');
      brief.comeBack('book');
      brief.finish(id);
    }
    expect(brief.submit('d')).toEqual(['number d']);
    expect(brief.schedule.counts).toEqual([1, 1, 1]);
    expect(brief.finish('book')).toEqual(['end book finished', 'permit d b1 30s']);
  });

  it('has windows of its own, so that a book does not take those of its author', () => {
    const brief = new Brief(1);
    const author = { client: 'ann', address: 'home' };
    for (const id of ['x', 'y', 'z', 'w']) brief.submit(id, 0, { ...author, taskClass: 'batch' });
    expect(brief.submit('a', 0, author)).toContain('permit a b1 30s');
  });
});
