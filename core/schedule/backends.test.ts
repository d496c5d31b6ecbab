import { describe, expect, it } from 'vitest';
import { Brief } from './brief.suite';

const left = (backend: string, nothingSent: boolean) =>
  ({ kind: 'backend-left', backend, nothingSent, nowMs: 9 }) as const;

// docs/queue.md, 8
describe('a backend that is lost', () => {
  it('gives its task back to the head of the line, once, if nothing was sent', () => {
    const brief = new Brief(2);
    for (const id of ['a', 'b', 'c']) brief.submit(id);
    expect(brief.hear(left('b1', true))).toContain('requeue a');
    expect(brief.finish('b')).toEqual(['end b finished', 'permit a b2 30s', 'downgrade a 3s']);
    expect(brief.hear(left('b2', true))).toEqual(['end a backend-lost']);
  });

  it('ends its task if something was sent, and a shell in any case', () => {
    const brief = new Brief(2);
    brief.submit('a');
    brief.submit('x', 0, { taskClass: 'interactive' });
    expect(brief.hear(left('b1', false))).toContain('end a backend-lost');
    expect(brief.hear(left('b2', true))).toEqual(['end x backend-lost']);
    expect(brief.hear(left('b2', true))).toEqual([]);
  });

  it('lowers the limits', () => {
    const brief = new Brief(4);
    brief.hear(left('b4', true));
    expect(brief.schedule.limits).toEqual([3, 2, 2]);
  });
});

describe('a permit that nobody acknowledged', () => {
  const refused = (brief: Brief, task: string) => {
    const permit = brief.schedule.running.get(task)?.permit ?? 0;
    return brief.hear({ kind: 'permit-refused', task, permit, nowMs: 1 });
  };

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

  it('denies a shell', () => {
    const brief = new Brief(2);
    brief.submit('x', 0, { taskClass: 'interactive' });
    expect(refused(brief, 'x')).toEqual(['deny x no-free-backend']);
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
