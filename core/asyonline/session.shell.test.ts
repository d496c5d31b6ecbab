import { describe, expect, it } from 'vitest';
import { failure } from '@/core/errors';
import { SERVER_OVERLOADED } from '@/core/submission/texts';
import { Conversation, denialOf, sha256, toBytes } from './testing/conversation';
import type { SessionLimits } from './sessionLimits';

function shell(limits: Partial<SessionLimits> = {}): Conversation {
  return new Conversation('asyonline.asy.interactive', limits);
}

function running(limits: Partial<SessionLimits> = {}): Conversation {
  const talk = shell(limits);
  talk.say('start');
  talk.give({ type: 'started' });
  return talk;
}

// docs/asyonline.md, 22
describe('input', () => {
  it('is denied before start', () => {
    expect(denialOf(shell().say('input'))).toBe("'input' is allowed only after 'start'.");
  });

  it('is kept until the process starts, in order', () => {
    const talk = shell();
    talk.say('start');
    expect(talk.say('input', '1+1\n')).toEqual([]);
    expect(talk.say('input {}', '2+2\n')).toEqual([]);
    expect(talk.give({ type: 'started' })).toEqual([
      { type: 'send', text: 'output {"stream":"stdout"}', bytes: new Uint8Array(0) },
      { type: 'input', bytes: toBytes('1+1\n') },
      { type: 'input', bytes: toBytes('2+2\n') },
    ]);
  });

  it('is kept only so far', () => {
    const talk = shell({ maxEarlyInputBytes: 6 });
    talk.say('start');
    expect(talk.say('input', '123456')).toEqual([]);
    const effects = talk.say('input', '7');
    expect(denialOf(effects)).toContain('At most 6 bytes of input');
    expect(effects).toContainEqual({ type: 'abort' });
  });

  it('goes to a running shell as it is', () => {
    const bytes = new Uint8Array([0, 255, 10]);
    expect(running().say('input', bytes)).toEqual([{ type: 'input', bytes }]);
  });

  it('is held back while the program does not read it, and ends the shell past a limit', () => {
    const talk = running({ pauseInputBytes: 8, maxInputBytes: 20 });
    expect(talk.say('input', '12345678')).toEqual([{ type: 'input', bytes: toBytes('12345678') }]);
    expect(talk.say('input', '9')).toEqual([{ type: 'input', bytes: toBytes('9') }, { type: 'hold-client' }]);
    expect(talk.give({ type: 'input-read', bytes: 4 })).toEqual([]);
    expect(talk.give({ type: 'input-read', bytes: 1 })).toEqual([{ type: 'release-client' }]);
    expect(denialOf(talk.say('input', 'x'.repeat(17)))).toBe(
      'At most 20 bytes of input may wait for the program to read them.',
    );
  });

  it('is passed on in pieces', () => {
    const effects = running({ maxOutputFrameBytes: 4 }).say('input', '123456789');
    expect(effects).toEqual(['1234', '5678', '9'].map((text) => ({ type: 'input', bytes: toBytes(text) })));
  });

  it('must wait for the first output after a restore', () => {
    const source = 'int x;';
    const restored = (): Conversation => {
      const talk = new Conversation('asyonline.asy.interactive+restore');
      talk.say(`add {"filename":"a.asy","hash":"${sha256(source)}","restore":true}`);
      talk.say('start');
      return talk;
    };
    expect(denialOf(restored().say('input'))).toContain("only after the first 'output'");
    const talk = restored();
    talk.give({ type: 'contents-found', contents: new Map([[sha256(source), toBytes(source)]]) });
    talk.give({ type: 'started' });
    expect(talk.say('input', 'x\n')).toEqual([{ type: 'input', bytes: toBytes('x\n') }]);
  });
});

// docs/asyonline.md, 23
describe('a running shell', () => {
  it('is interrupted', () => {
    expect(running().say('input {"signal":"INT"}', '')).toEqual([{ type: 'signal', signal: 'INT' }]);
  });

  it('has nothing to interrupt before it runs', () => {
    const talk = shell();
    talk.say('start');
    talk.say('input {"signal":"INT"}', '');
    expect(talk.give({ type: 'started' }).map((effect) => effect.type)).toEqual(['send']);
  });

  it('shows its picture again and again', () => {
    const talk = running();
    for (const _ of [1, 2, 3]) talk.give({ type: 'result', format: 'svg', bytes: toBytes('<svg></svg>') });
    expect(talk.texts.slice(1)).toEqual(Array(3).fill('result {"format":"svg"}'));
  });

  it('may end well without a picture', () => {
    const talk = running();
    talk.give({ type: 'ended', outcome: { kind: 'success' } });
    expect(talk.texts.at(-1)).toBe('complete {}');
  });
});

// docs/asyonline.md, 24
describe('the limits of a shell', () => {
  it('end it when nothing goes in or out for 10 min', () => {
    const talk = running();
    talk.passTo(500_000);
    talk.say('input', '1\n');
    talk.passTo(1_000_000);
    talk.give({ type: 'output', stream: 'stdout', bytes: toBytes('1\n') });
    talk.passTo(1_599_999);
    expect(talk.session.isClosed).toBe(false);
    talk.passTo(1_600_000);
    expect(talk.effects.slice(-3)).toEqual([
      { type: 'send', text: 'complete {"error":"Execution aborted due to the idle limit (600.0s)"}' },
      { type: 'abort' },
      { type: 'close', code: 1000 },
    ]);
  });

  it('end it after 60 min in total', () => {
    const talk = running();
    for (let now = 0; now <= 3_600_000; now += 300_000) {
      talk.passTo(now);
      talk.say('input', '1\n');
    }
    expect(talk.texts.at(-1)).toBe('complete {"error":"Execution aborted due to the time limit (3600.0s)"}');
  });

  it('end it at the output limit', () => {
    const talk = running({ maxOutputBytes: 3 });
    talk.give({ type: 'output', stream: 'stdout', bytes: toBytes('1234') });
    expect(talk.texts.at(-1)).toBe('complete {"error":"Execution aborted due to the output limit (3B)"}');
  });

  it('are announced where there is time, in an empty output of a running shell', () => {
    const talk = running();
    talk.give({ type: 'warned', reason: 'draining' });
    expect(talk.texts.at(-1)).toBe('output {"stream":"stdout","warning":"draining"}');
    const waiting = shell();
    waiting.say('start');
    expect(waiting.give({ type: 'warned', reason: 'busy' })).toEqual([]);
  });

  it('are said in these words when it is halted or finds no backend', () => {
    const halted = running();
    halted.give({ type: 'ended', outcome: { kind: 'halted' } });
    expect(halted.texts.at(-1)).toBe('complete {"error":"Execution aborted to free resources"}');
    const denied = shell();
    denied.say('start');
    denied.give({ type: 'denied', failure: failure('no-backend', SERVER_OVERLOADED) });
    expect(denied.texts.at(-1)).toBe('deny {"error":"Server is overloaded"}');
  });
});

// docs/queue.md, 8
describe('a shell whose backend dies', () => {
  it('is never put back in the line', () => {
    const talk = running();
    talk.give({ type: 'requeued' });
    expect(talk.texts.at(-1)).toBe('complete {"error":"Server error"}');
  });
});
