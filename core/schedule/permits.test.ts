import { describe, expect, it } from 'vitest';
import { Brief } from './testing/brief';
import { findDrift } from './drift';
import { queueOf } from './schedule';

const FAST = { taskClass: 0 } as const;
const BATCH = { taskClass: 'batch', owner: 'detached' } as const;

const permitOf = (brief: Brief, task: string) =>
  brief.schedule.running.get(task)?.permit ?? brief.schedule.adrift.get(task)?.permit ?? 0;
const backendOf = (brief: Brief, task: string) => brief.schedule.running.get(task)?.backend;

describe('a permit that nobody picked up', () => {
  const refused = (brief: Brief, task: string) =>
    brief.hear({ kind: 'permit-refused', permit: permitOf(brief, task), nowMs: 1 });

  it('is taken back, and its backend is forgotten until it joins again', () => {
    const brief = new Brief(1);
    brief.submit('a');
    expect(refused(brief, 'a')).toEqual(['requeue a']);
    expect(brief.schedule.liveBackends).toBe(0);
    expect(brief.hear({ kind: 'backend-joined', backend: 'b1', nowMs: 2 })).toEqual(['permit a b1 30s']);
    expect(refused(brief, 'a')).toEqual(['requeue a']);
  });

  it('goes straight to another free backend', () => {
    const brief = new Brief(2);
    brief.submit('a');
    expect(refused(brief, 'a')).toEqual(['requeue a', 'permit a b2 30s']);
  });

  it('leaves its task behind those that have come back meanwhile, as in the queue itself', () => {
    const brief = new Brief(2);
    for (const task of ['a', 'b', 'c']) brief.submit(task);
    brief.take('a');
    brief.take('b');
    brief.comeBack('a', true);
    brief.hear({ kind: 'backend-joined', backend: 'b1', nowMs: 1 });
    brief.comeBack('b', true);
    expect(refused(brief, 'a')).toEqual(['requeue a']);
    expect([...queueOf(brief.schedule, 'default')].map(({ id }) => id)).toEqual(['b', 'a', 'c']);
    expect(findDrift(brief.schedule)).toEqual([]);
  });

  it('denies a shell', () => {
    const brief = new Brief(2);
    brief.submit('x', 0, { taskClass: 'interactive' });
    expect(refused(brief, 'x')).toEqual(['deny x no-free-backend']);
  });
});

// docs/queue.md, 18
describe('a backend that took another task than expected', () => {
  it('changes places with the backend that took its task', () => {
    const brief = new Brief(2);
    brief.submit('a', 0, { ...FAST, durationSeconds: 1 });
    brief.submit('b', 0, { ...FAST, durationSeconds: 2 });
    expect(brief.take('b', 'a')).toEqual([]);
    expect([backendOf(brief, 'a'), backendOf(brief, 'b')]).toEqual(['b2', 'b1']);
    expect(brief.schedule.running.get('a')?.durationSeconds).toBe(1);
    expect(brief.take('b')).toEqual([]);
    expect(findDrift(brief.schedule)).toEqual([]);
    expect(brief.finish('a')).toEqual(['end a finished']);
  });

  it('lets the expected one wait in the place of the other', () => {
    const brief = new Brief(1);
    brief.submit('a', 0, FAST);
    brief.submit('b', 0, FAST);
    expect(brief.take('a', 'b')).toEqual(['requeue a']);
    expect([...brief.schedule.running.keys()]).toEqual(['b']);
    expect(findDrift(brief.schedule)).toEqual([]);
    expect(brief.finish('b')).toEqual(['end b finished', 'permit a b1 3s']);
  });

  it('also if it has been told to stop since', () => {
    const brief = new Brief(1);
    brief.submit('book', 0, BATCH);
    brief.submit('page', 0, BATCH);
    const permit = permitOf(brief, 'book');
    expect(brief.submit('a')).toContain('halt book b1');
    brief.hear({ kind: 'started', task: 'page', permit, backend: 'b1', nowMs: 0 });
    expect([...brief.schedule.adrift.keys()]).toEqual(['page']);
    expect(brief.schedule.waiting.has('book')).toBe(true);
    expect(brief.comeBack('page')).toEqual(['requeue page']);
    expect(findDrift(brief.schedule)).toEqual([]);
  });

  it('is told to give back what the schedule does not know', () => {
    const brief = new Brief(1);
    brief.submit('a');
    expect(brief.take('a', 'stranger')).toEqual(['halt stranger b1', 'requeue a', 'permit a b1 30s']);
    expect(brief.hear({ kind: 'started', task: 'late', permit: 99, backend: 'b1', nowMs: 0 })).toEqual([
      'halt late b1',
    ]);
  });
});

describe('a permit of an earlier leader', () => {
  const adopted = (backend: string) =>
    ({ kind: 'adopted', task: 'b', permit: 7, backend, grantedSeconds: 10, nowMs: 0 }) as const;

  it('is adopted with the task that was taken with it', () => {
    const brief = new Brief(1);
    brief.submit('a');
    brief.submit('b');
    expect(brief.hear(adopted('b1'))).toEqual(['halt b b1']);
    brief.hear({ kind: 'class-paused', taskClass: 'default', nowMs: 0 });
    brief.finish('a');
    expect(brief.hear(adopted('b1'))).toEqual([]);
    expect(brief.schedule.running.get('b')).toMatchObject({ permit: 7, backend: 'b1', durationSeconds: 10 });
    expect(findDrift(brief.schedule)).toEqual([]);
  });
});

describe('a backend that took nothing', () => {
  it('frees itself; where the class was empty, its task is adrift until it is heard of', () => {
    const brief = new Brief(1);
    brief.submit('a');
    brief.submit('b');
    const unused = { kind: 'permit-unused', permit: permitOf(brief, 'a'), wasEmpty: true, nowMs: 0 } as const;
    expect(brief.hear(unused)).toEqual(['permit b b1 30s']);
    expect([...brief.schedule.adrift.keys()]).toEqual(['a']);
    expect(brief.comeBack('a')).toContain('requeue a');
    expect(brief.hear(unused)).toEqual([]);
  });

  it('leaves a task that it was told not to take where it waits', () => {
    const brief = new Brief(1);
    brief.submit('book', 0, BATCH);
    const permit = permitOf(brief, 'book');
    brief.submit('a');
    expect(brief.hear({ kind: 'permit-unused', permit, wasEmpty: false, nowMs: 0 })).toEqual(['requeue book']);
  });
});

describe('a task that is adrift', () => {
  it('can be withdrawn, and can have been done already', () => {
    const brief = new Brief(1);
    for (const id of ['book', 'page']) {
      brief.submit(id, 0, BATCH);
      brief.take(id);
      brief.submit(`for-${id}`);
      brief.finish(`for-${id}`);
    }
    expect([...brief.schedule.adrift.keys()]).toEqual(['book', 'page']);
    expect(brief.hear({ kind: 'withdrawn', task: 'book', cause: 'cancelled', nowMs: 0 })).toEqual([
      'end book withdrawn',
    ]);
    expect(brief.finish('page')).toEqual(['end page finished']);
    expect(brief.comeBack('book')).toEqual([]);
  });

  it('of a record survives a few losses', () => {
    const brief = new Brief(1);
    brief.submit('book', 0, BATCH);
    for (let loss = 1; loss <= 3; loss += 1) {
      brief.take('book');
      expect(brief.comeBack('book', true)).toEqual(['requeue book']);
      brief.hear({ kind: 'backend-joined', backend: 'b1', nowMs: 0 });
    }
    brief.take('book');
    expect(brief.comeBack('book', true)).toEqual(['end book backend-lost']);
  });
});
