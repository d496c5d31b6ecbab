import { describe, expect, it } from 'vitest';
import { Connection, type ConnectionEffect, type Request } from './connection';
import { readReply } from './testing/readReply';

/** A connection at time 0, with short ways to speak to it. */
function open() {
  let ticket = 0;
  const connection = new Connection(() => ++ticket);
  const requests = new Map<number, Request>();
  const say = (text: string, now = 0) => {
    const effects = connection.step({ kind: 'text', text }, now);
    for (const effect of effects) if (effect.kind === 'acquire') requests.set(effect.ticket, effect.request);
    return effects;
  };
  const answer = (to: number, granted: boolean, now = 0) => {
    const request = requests.get(to);
    return request === undefined ? [] : connection.step({ kind: 'acquired', request, granted }, now);
  };
  const opening = connection.step({ kind: 'opened' }, 0);
  return {
    connection,
    opening,
    say,
    answer,
    tick: (now: number) => connection.step({ kind: 'tick' }, now),
  };
}

function start(id: string, more = 'Request-Limit: 1'): string {
  return `START-REQUEST\nRequest-ID: ${id}\nRequest-Type: t\n${more}`;
}

function ack(id: string, reached: 'TRUE' | 'FALSE'): ConnectionEffect {
  return { kind: 'send', text: `START-REQUEST-ACK\nRequest-ID:${id}\nRequest-Limit-Reached:${reached}\n` };
}

function errorOf(effects: ConnectionEffect[]): { code: string | undefined; text: string } {
  expect(effects).toHaveLength(1);
  const [effect] = effects;
  if (effect?.kind !== 'send') throw new Error('expected one message');
  const { parameters } = readReply(effect.text);
  return { code: parameters.get('Error-Code'), text: parameters.get('Error-Message') ?? '' };
}

// docs/parallel-requests.md, 2
describe('frames', () => {
  it('close the connection with 1009 over 64 KiB of UTF-8', () => {
    expect(open().say('é'.repeat(32 * 1024))).toEqual([]);
    expect(open().say('é'.repeat(32 * 1024) + 'x')).toMatchObject([{ kind: 'close', code: 1009 }]);
  });
});

// docs/parallel-requests.md, 5
describe('START-REQUEST', () => {
  it('names what is wrong, in the order of the protocol', () => {
    const { say } = open();
    const cases: [string, string][] = [
      ['START-REQUEST', 'Request-ID'],
      ['START-REQUEST\nRequest-ID:\nRequest-Type:t\nRequest-Limit:1', 'Request-ID'],
      ['START-REQUEST\nRequest-ID:1', 'Request-Type'],
      ['START-REQUEST\nRequest-ID:1\nRequest-Type:t', 'Request-Limit'],
      ...['', '-1', '+1', '1.0', '0x1', '1e3', '4294967296'].map((limit): [string, string] => [
        start('1', `Request-Limit:${limit}`),
        'Request-Limit',
      ]),
      [start('1', 'Request-Limit:1\nWait-Timeout:soon'), 'Wait-Timeout'],
      [start('1', 'Request-Limit:1\nHold-Timeout:-1'), 'Hold-Timeout'],
    ];
    for (const [request, parameter] of cases) {
      const { code, text } = errorOf(say(request));
      expect(code).toBe('PROTOCOL_ERROR');
      expect(text).toContain(parameter);
      expect(text).toContain('START-REQUEST');
    }
  });

  it('asks the counter with the limit of the message', () => {
    const { say } = open();
    const asked = { kind: 'acquire', requestType: 't', mayWait: false };
    expect(say(start('1', 'Request-Limit: 4294967295'))).toMatchObject([{ ...asked, ticket: 1, limit: 4294967295 }]);
    expect(say(start('2', 'Request-Limit: 007'))).toMatchObject([{ ...asked, ticket: 2, limit: 7 }]);
  });

  it('refuses an id that is asked or open on this connection, without an ACK', () => {
    const { say, answer } = open();
    say(start('1'));
    expect(errorOf(say(start('1'))).code).toBe('REQUEST_ID_DUPLICATED');
    answer(1, true);
    expect(errorOf(say(start('1'))).code).toBe('REQUEST_ID_DUPLICATED');
    expect(say('END-REQUEST\nRequest-ID:1')).toEqual([{ kind: 'release', ticket: 1 }]);
    expect(say(start('1'))).toMatchObject([{ kind: 'acquire' }]);
  });

  it('checks the parameters before the id', () => {
    const { say } = open();
    say(start('1'));
    expect(errorOf(say(start('1', 'Request-Limit:x'))).code).toBe('PROTOCOL_ERROR');
  });

  it('gets one ACK even when it is ended before the counter answers', () => {
    const { say, answer } = open();
    say(start('1'));
    expect(say('END-REQUEST\nRequest-ID:1')).toEqual([{ kind: 'release', ticket: 1 }]);
    expect(answer(1, true)).toEqual([ack('1', 'FALSE')]);
    expect(answer(1, true)).toEqual([]);
    expect(say('END-REQUEST\nRequest-ID:1')).toEqual([]);
  });
});

// docs/parallel-requests.md, 6
describe('a refused request', () => {
  it('holds nothing: its id is free, ending it and closing release nothing', () => {
    const { connection, say, answer } = open();
    say(start('1'));
    expect(answer(1, false)).toEqual([ack('1', 'TRUE')]);
    expect(say('END-REQUEST\nRequest-ID:1')).toEqual([]);
    expect(say(start('1'))).toMatchObject([{ kind: 'acquire', ticket: 2 }]);
    answer(2, false);
    expect(connection.step({ kind: 'closed' }, 0)).toEqual([]);
  });
});

// docs/parallel-requests.md, 7
describe('other messages', () => {
  it('ends without a reply and ignores an unknown id', () => {
    const { say } = open();
    expect(say('END-REQUEST\nRequest-ID:nobody')).toEqual([]);
    expect(errorOf(say('END-REQUEST')).text).toContain('Request-ID');
  });

  it('asks for a count and answers it', () => {
    const { connection, say } = open();
    expect(say('GET-REQUEST-COUNT\nRequest-Type:t')).toEqual([{ kind: 'count', requestType: 't' }]);
    expect(connection.step({ kind: 'counted', requestType: 't', count: 0 }, 0)).toEqual([
      { kind: 'send', text: 'REQUEST-COUNT\nRequest-Type:t\nRequest-Count:0\n' },
    ]);
    const unknown = connection.step({ kind: 'counted', requestType: 't', count: undefined }, 0);
    expect(errorOf(unknown).code).toBe('COUNT_UNAVAILABLE');
    expect(errorOf(say('GET-REQUEST-COUNT')).text).toContain('Request-Type');
  });

  it('ignores unknown messages and empty frames', () => {
    const { say } = open();
    for (const text of ['', '\n', 'HELLO', 'START-REQUEST-ACK\nRequest-ID:1', '{"json":true}']) {
      expect(say(text)).toEqual([]);
    }
  });
});

// docs/parallel-requests.md, 8
describe('heartbeats', () => {
  const heartbeat: ConnectionEffect = { kind: 'send', text: 'HEARTBEAT\n' };

  it('are sent right after the upgrade and then every 30 s', () => {
    const { connection, opening, say, tick } = open();
    expect(opening).toEqual([heartbeat]);
    for (let now = 30_000; now <= 300_000; now += 30_000) {
      expect(connection.nextDueMs).toBe(now);
      expect(tick(now - 1)).toEqual([]);
      expect(tick(now)).toEqual([heartbeat]);
      say('heartbeat', now);
    }
  });

  it('must come from the client within 60 s, whatever else it says', () => {
    const { say, tick } = open();
    say('HEARTBEAT', 10_000);
    say('GET-ALL-COUNTS', 69_000);
    expect(tick(69_999)).toEqual([heartbeat]);
    expect(tick(70_000)).toMatchObject([{ kind: 'close', code: 1008 }]);
    expect(tick(200_000)).toEqual([]);
  });

  it('are due again no later than the silence ends', () => {
    const { connection, tick } = open();
    tick(45_000);
    expect(connection.nextDueMs).toBe(60_000);
  });
});

// docs/parallel-requests.md, 9
describe('the end of a connection', () => {
  it('releases everything asked or open at once, and then does nothing', () => {
    const { connection, say, answer } = open();
    say(start('1'));
    say(start('2'));
    answer(1, true);
    const releases = [1, 2].map((ticket) => ({ kind: 'release', ticket }));
    expect(connection.step({ kind: 'closed' }, 0)).toEqual(releases);
    expect(answer(2, true)).toEqual([]);
    expect(say(start('3'))).toEqual([]);
    expect(connection.step({ kind: 'closed' }, 0)).toEqual([]);
    expect(connection.nextDueMs).toBe(Infinity);
  });

  it('releases with the decision to close, without waiting for the socket', () => {
    const { say, answer, tick } = open();
    say(start('1'));
    answer(1, true);
    expect(tick(60_000)).toMatchObject([{ kind: 'close' }, { kind: 'release', ticket: 1 }]);
  });
});

// docs/parallel-requests.md, 10
describe('Wait-Timeout, Hold-Timeout and GET-ALL-COUNTS', () => {
  it('waits until the timeout, then refuses and frees the id', () => {
    const { connection, say, answer, tick } = open();
    expect(say(start('1', 'Request-Limit:1\nWait-Timeout: 500'))).toMatchObject([{ kind: 'acquire', mayWait: true }]);
    expect(connection.nextDueMs).toBe(500);
    expect(tick(499)).toEqual([]);
    expect(tick(500)).toEqual([{ kind: 'release', ticket: 1 }, ack('1', 'TRUE')]);
    expect(answer(1, true, 501)).toEqual([]);
    expect(say(start('1'), 502)).toMatchObject([{ kind: 'acquire', ticket: 2 }]);
  });

  it('does not count the wait against a granted request', () => {
    const { say, answer, tick } = open();
    say(start('1', 'Request-Limit:1\nWait-Timeout: 500\nHold-Timeout: 2000'));
    expect(answer(1, true, 400)).toEqual([ack('1', 'FALSE')]);
    expect(tick(2399)).toEqual([]);
    expect(tick(2400)).toEqual([{ kind: 'release', ticket: 1 }]);
    expect(say('END-REQUEST\nRequest-ID:1', 2401)).toEqual([]);
  });

  it('takes a timeout of 0 as none', () => {
    const { connection, say, answer } = open();
    expect(say(start('1', 'Request-Limit:1\nWait-Timeout:0\nHold-Timeout:0'))).toMatchObject([{ mayWait: false }]);
    answer(1, true);
    expect(connection.nextDueMs).toBe(30_000);
  });

  it('lists all counts', () => {
    const { connection, say } = open();
    expect(say('GET-ALL-COUNTS')).toEqual([{ kind: 'count-all' }]);
    expect(connection.step({ kind: 'counted-all', counts: new Map([['t', 2]]) }, 0)).toEqual([
      { kind: 'send', text: 'ALL-COUNTS\nRequest-Counts:{"t":2}\n' },
    ]);
    const unknown = connection.step({ kind: 'counted-all', counts: undefined }, 0);
    expect(errorOf(unknown).code).toBe('COUNT_UNAVAILABLE');
  });
});
