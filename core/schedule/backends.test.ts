import { describe, expect, it } from 'vitest';
import { Brief } from './testing/brief';

const left = (backend: string) => ({ kind: 'backend-left', backend, nowMs: 9 }) as const;

// docs/queue.md, 8
describe('a backend that is lost', () => {
  it('leaves its task adrift until the queue gives it back to the head of the queue, once', () => {
    const brief = new Brief(2);
    for (const id of ['a', 'b', 'c']) brief.submit(id);
    brief.take('a');
    expect(brief.hear(left('b1'))).toEqual(['downgrade b 3s']);
    expect(brief.comeBack('a', true)).toContain('requeue a');
    expect(brief.finish('b')).toEqual(['end b finished', 'permit a b2 30s', 'downgrade a 3s']);
    brief.take('a');
    brief.hear(left('b2'));
    expect(brief.comeBack('a', true)).toEqual(['end a backend-lost']);
  });

  it('is also known by a task that nobody holds any more, and then forgotten until it joins again', () => {
    const brief = new Brief(1);
    brief.submit('a');
    brief.take('a');
    expect(brief.comeBack('a', true)).toEqual(['requeue a']);
    expect(brief.schedule.liveBackends).toBe(0);
  });

  it('gives back at once what it never took', () => {
    const brief = new Brief(1);
    brief.submit('a');
    expect(brief.hear(left('b1'))).toEqual(['requeue a']);
    expect(brief.schedule.waiting.get('a')?.restarts).toBe(0);
  });

  it('ends a shell in any case', () => {
    const brief = new Brief(2);
    brief.submit('x', 0, { taskClass: 'interactive' });
    brief.take('x');
    expect(brief.hear(left('b1'))).toEqual([]);
    expect(brief.comeBack('x', true)).toEqual(['end x backend-lost']);
    expect(brief.hear(left('b1'))).toEqual([]);
  });

  it('lowers the limits', () => {
    const brief = new Brief(4);
    brief.hear(left('b4'));
    expect(brief.schedule.limits).toEqual([3, 2, 2]);
  });
});

describe('a draining backend', () => {
  const drain = { kind: 'backend-draining', backend: 'b1', nowMs: 1 } as const;

  it('finishes its task and takes no other', () => {
    const brief = new Brief(1);
    brief.submit('a');
    brief.submit('b');
    expect(brief.hear(drain)).toEqual([]);
    expect(brief.schedule.liveBackends).toBe(1);
    expect(brief.finish('a')).toEqual(['end a finished']);
    expect(brief.schedule.liveBackends).toBe(0);
    expect(brief.hear({ kind: 'backend-resumed', backend: 'b1', nowMs: 2 })).toEqual(['permit b b1 30s']);
  });

  it('warns its shell, which is not halted for others: that would help nobody', () => {
    const brief = new Brief(2);
    brief.submit('x', 0, { taskClass: 'interactive' });
    expect(brief.hear(drain)).toEqual(['warn x']);
    brief.submit('a');
    expect(brief.submit('b')).toEqual(['number b', 'downgrade a 3s']);
  });
});

it('without any backend tasks wait, and shells are denied', () => {
  const brief = new Brief(0);
  expect(brief.submit('a')).toEqual(['number a']);
  expect(brief.submit('x', 0, { taskClass: 'interactive' })).toEqual(['deny x none-joined']);
  expect(brief.hear({ kind: 'backend-joined', backend: 'b', nowMs: 1 })).toEqual(['permit a b 30s']);
});
