import { describe, expect, it } from 'vitest';
import { Conversation, denialOf, toBytes } from './testing/conversation';
import type { SessionLimits } from './sessionLimits';

const GREETING = { type: 'send', text: 'output {"stream":"stdout"}', bytes: new Uint8Array(0) };
const SVG = toBytes('<svg></svg>');

function started(limits: Partial<SessionLimits> = {}, options?: string): Conversation {
  const talk = new Conversation('asyonline.asy', limits);
  if (options !== undefined) talk.say(options);
  talk.start();
  talk.give({ type: 'started' });
  return talk;
}

// docs/asyonline.md, 9
describe('options in stage 2', () => {
  it('can only shorten', () => {
    const talk = started({}, 'options {"duration":10}');
    expect(talk.say('options {"duration":20}')).toEqual([]);
    expect(talk.say('options {"duration":5}')).toEqual([{ type: 'shorten', durationSeconds: 5 }]);
    expect(talk.say('options {"duration":7}')).toEqual([]);
    expect(talk.say('options {"duration":4}')).toEqual([{ type: 'shorten', durationSeconds: 4 }]);
  });

  it('shorten a task without a duration from the largest level', () => {
    const talk = started();
    expect(talk.say('options {"duration":30}')).toEqual([]);
    expect(talk.say('options {"duration":29}')).toEqual([{ type: 'shorten', durationSeconds: 29 }]);
  });

  it('of zero or less ask a running task to stop now', () => {
    expect(started().say('options {"duration":0}')).toEqual([{ type: 'shorten', durationSeconds: 0 }]);
    expect(started().say('options {"duration":-3}')).toEqual([{ type: 'shorten', durationSeconds: 0 }]);
  });

  it('of zero or less end a waiting task at once', () => {
    const talk = new Conversation();
    talk.start();
    expect(talk.say('options {"duration":0}')).toEqual([
      { type: 'send', text: 'complete {"error":"Execution aborted due to the time limit (0.0s)"}' },
      { type: 'abort' },
      { type: 'close', code: 1000 },
    ]);
  });

  it('of any other kind are denied, and the task ends', () => {
    const effects = started().say('options {"duration":1,"format":"pdf"}');
    expect(denialOf(effects)).toContain('may only shorten "duration", not set "format"');
    expect(effects).toContainEqual({ type: 'abort' });
  });

  it('are harmless when they say nothing', () => {
    expect(started().say('options {"format":null,"unknown":1}')).toEqual([]);
  });
});

// docs/asyonline.md, 15
describe('queue', () => {
  function waiting(): Conversation {
    const talk = new Conversation();
    talk.start();
    return talk;
  }

  it('is told at once, with its extra keys', () => {
    const talk = waiting();
    talk.give({ type: 'queue', estimateSeconds: 2.5, position: 3, upperSeconds: 6 });
    expect(talk.texts).toEqual(['queue {"estimate":2.5,"position":3,"upper":6}']);
  });

  it('is told at most once a second, the newest then', () => {
    const talk = waiting();
    for (const [at, estimateSeconds] of [
      [0, 5],
      [100, 4.9],
      [900, 4.1],
      [2500, 2.5],
    ] as const) {
      talk.passTo(at);
      talk.give({ type: 'queue', estimateSeconds });
    }
    expect(talk.texts).toEqual(['queue {"estimate":5}', 'queue {"estimate":4.1}', 'queue {"estimate":2.5}']);
  });

  it('is told only when the estimate changed', () => {
    const talk = waiting();
    talk.give({ type: 'queue', estimateSeconds: 5 });
    talk.give({ type: 'queue', estimateSeconds: 4 });
    talk.give({ type: 'queue', estimateSeconds: 5 });
    expect(talk.session.deadline).toBeUndefined();
    talk.passTo(5000);
    talk.give({ type: 'queue', estimateSeconds: 5 });
    expect(talk.texts).toEqual(['queue {"estimate":5}']);
  });

  it('never promises less than nothing, or nonsense', () => {
    const talk = waiting();
    talk.give({ type: 'queue', estimateSeconds: -1 });
    talk.give({ type: 'queue', estimateSeconds: NaN });
    expect(talk.texts).toEqual(['queue {"estimate":0}']);
  });

  it('is told only while the task waits', () => {
    const talk = waiting();
    talk.give({ type: 'queue', estimateSeconds: 2 });
    talk.give({ type: 'queue', estimateSeconds: 1 });
    talk.give({ type: 'started' });
    talk.passTo(5000);
    talk.give({ type: 'queue', estimateSeconds: 3 });
    expect(talk.texts).toEqual(['queue {"estimate":2}', 'output {"stream":"stdout"}']);
  });
});

// docs/asyonline.md, 15; docs/queue.md, 8
describe('a task that waits a second time', () => {
  it('hears the estimates of its new wait only', () => {
    const talk = new Conversation();
    talk.start();
    talk.give({ type: 'queue', estimateSeconds: 3 });
    talk.give({ type: 'queue', estimateSeconds: 2 });
    talk.give({ type: 'started' });
    talk.give({ type: 'requeued' });
    talk.passTo(5000);
    expect(talk.texts).toEqual(['queue {"estimate":3}', 'output {"stream":"stdout"}']);
    talk.give({ type: 'queue', estimateSeconds: 3 });
    expect(talk.texts.at(-1)).toBe('queue {"estimate":3}');
  });
});

// docs/asyonline.md, 16
describe('the start of the process', () => {
  it('is one empty output', () => {
    const talk = new Conversation();
    talk.start();
    expect(talk.give({ type: 'started' })).toEqual([GREETING]);
    expect(talk.give({ type: 'started' })).toEqual([]);
    expect(talk.give({ type: 'output', stream: 'stdout', bytes: new Uint8Array(0) })).toEqual([]);
  });

  it('comes first even if something overtook it', () => {
    const talk = new Conversation();
    talk.start();
    expect(talk.give({ type: 'result', format: 'svg', bytes: SVG })[0]).toEqual(GREETING);
    expect(talk.give({ type: 'started' })).toEqual([]);
  });

  it('is not told again after the backend died', () => {
    const talk = started();
    expect(talk.give({ type: 'requeued' })).toEqual([]);
    talk.give({ type: 'queue', estimateSeconds: 1 });
    expect(talk.texts.at(-1)).toBe('queue {"estimate":1}');
    expect(talk.give({ type: 'started' })).toEqual([]);
  });
});

// docs/queue.md, 8
describe('a backend that dies after something was delivered', () => {
  it('is a server error', () => {
    const talk = started();
    talk.give({ type: 'output', stream: 'stdout', bytes: toBytes('x') });
    expect(talk.give({ type: 'requeued' })).toEqual([
      { type: 'send', text: 'complete {"error":"Server error"}' },
      { type: 'abort' },
      { type: 'close', code: 1011 },
    ]);
  });
});
