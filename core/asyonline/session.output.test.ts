import { describe, expect, it } from 'vitest';
import { failure } from '@/core/errors';
import type { FailureCode } from '@/core/problems';
import type { Outcome } from '@/core/outcome';
import { Conversation, toBytes } from './testing/conversation';
import type { SessionLimits } from './sessionLimits';

const SVG = toBytes('<svg></svg>');

function started(limits: Partial<SessionLimits> = {}, options?: string): Conversation {
  const talk = new Conversation('asyonline.asy', limits);
  if (options !== undefined) talk.say(options);
  talk.start();
  talk.give({ type: 'started' });
  return talk;
}

// docs/asyonline.md, 17
describe('output', () => {
  it('arrives as stdout unless it was asked apart', () => {
    const together = started();
    together.give({ type: 'output', stream: 'stderr', bytes: toBytes('e') });
    expect(together.texts.at(-1)).toBe('output {"stream":"stdout"}');
    const apart = started({}, 'options {"stderrRedir":false}');
    apart.give({ type: 'output', stream: 'stderr', bytes: toBytes('e') });
    expect(apart.texts.at(-1)).toBe('output {"stream":"stderr"}');
  });

  it('is cut into frames', () => {
    const talk = started({ maxOutputFrameBytes: 4 });
    talk.give({ type: 'output', stream: 'stdout', bytes: toBytes('123456789') });
    const frames = talk.of('send').map((effect) => effect.bytes?.length);
    expect(frames).toEqual([0, 4, 4, 1]);
  });

  it('ends exactly at the limit, and the task with it', () => {
    const talk = started({ maxOutputBytes: 10 }, 'options {"stderrRedir":false}');
    expect(talk.give({ type: 'output', stream: 'stdout', bytes: toBytes('123456') })).toHaveLength(1);
    expect(talk.give({ type: 'output', stream: 'stderr', bytes: toBytes('7890') })).toHaveLength(1);
    expect(talk.give({ type: 'output', stream: 'stdout', bytes: toBytes('!') })).toEqual([
      { type: 'send', text: 'complete {"error":"Execution aborted due to the output limit (10B)"}' },
      { type: 'abort' },
      { type: 'close', code: 1000 },
    ]);
  });
});

// docs/asyonline.md, 18
describe('result', () => {
  it('tells the real format and the name of a further file', () => {
    const talk = started();
    talk.give({ type: 'result', format: 'pdf', bytes: SVG });
    talk.give({ type: 'result', format: 'svg', filename: 'second', bytes: SVG });
    expect(talk.texts.slice(1)).toEqual(['result {"format":"pdf"}', 'result {"format":"svg","filename":"second"}']);
  });

  it('is left out when it is too large, and is then no image', () => {
    const talk = started({ maxResultBytes: 4 });
    expect(talk.give({ type: 'result', format: 'svg', bytes: SVG })).toEqual([]);
    talk.give({ type: 'ended', outcome: { kind: 'success' } });
    expect(talk.texts.at(-1)).toBe('complete {"error":"No image output"}');
  });
});

// docs/asyonline.md, 19 and 20
describe('the end', () => {
  it('of a success says nothing more', () => {
    const talk = started();
    talk.give({ type: 'result', format: 'svg', bytes: SVG });
    expect(talk.give({ type: 'ended', outcome: { kind: 'success' } })).toEqual([
      { type: 'send', text: 'complete {}' },
      { type: 'close', code: 1000 },
    ]);
  });

  it.each<[Outcome, string, number]>([
    [{ kind: 'time-limit', durationSeconds: 3 }, 'Execution aborted due to the time limit (3.0s)', 1000],
    [{ kind: 'failed' }, 'Execution failed', 1000],
    [{ kind: 'shutting-down' }, 'Server is shutting down', 1001],
    [{ kind: 'server-error' }, 'Server error', 1011],
  ])('of %j has its words and its code', (outcome, error, code) => {
    expect(started().give({ type: 'ended', outcome })).toEqual([
      { type: 'send', text: `complete ${JSON.stringify({ error })}` },
      { type: 'close', code },
    ]);
  });

  it.each<[FailureCode, number]>([
    ['overloaded', 1000],
    ['shutting-down', 1001],
    ['server', 1011],
  ])('of a task denied as %s closes with %d', (code, closeCode) => {
    const talk = new Conversation();
    talk.start();
    expect(talk.give({ type: 'denied', failure: failure(code, 'No.') })).toEqual([
      { type: 'send', text: 'deny {"error":"No."}' },
      { type: 'close', code: closeCode },
    ]);
  });

  it('by shutting down or a bug is a denial before the start, and completes after it', () => {
    const before = new Conversation();
    expect(before.give({ type: 'shutting-down' })).toEqual([
      { type: 'send', text: 'deny {"error":"Server is shutting down"}' },
      { type: 'close', code: 1001 },
    ]);
    expect(started().give({ type: 'broken' })).toEqual([
      { type: 'send', text: 'complete {"error":"Server error"}' },
      { type: 'abort' },
      { type: 'close', code: 1011 },
    ]);
  });
});

// docs/asyonline.md, 21
describe('a client that leaves', () => {
  it('aborts its task, waiting or running, and hears nothing more', () => {
    for (const begin of [false, true]) {
      const talk = new Conversation();
      talk.start();
      if (begin) talk.give({ type: 'started' });
      expect(talk.give({ type: 'client-closed' })).toEqual([{ type: 'abort' }]);
      expect(talk.give({ type: 'ended', outcome: { kind: 'failed' } })).toEqual([]);
    }
  });

  it('has nothing to abort before the start', () => {
    expect(new Conversation().give({ type: 'client-closed' })).toEqual([]);
  });
});
