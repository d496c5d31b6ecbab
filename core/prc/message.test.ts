import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseMessage, type Message } from './message';
import { readReply } from './testing/readReply';
import { allCounts, errorMessage, HEARTBEAT, requestCount, startRequestAck } from './reply';

/** Those that there are. */
function parameters(text: string): Partial<Message> {
  const { type: _, ...all } = parseMessage(text);
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
}

// docs/parallel-requests.md, 3
describe('the grammar of a message', () => {
  it('reads the type trimmed and in upper case', () => {
    expect(parseMessage('start-request').type).toBe('START-REQUEST');
    expect(parseMessage('  Heartbeat \r\n').type).toBe('HEARTBEAT');
    expect(parseMessage('').type).toBe('');
  });

  it('reads parameters trimmed, by case-insensitive name, split at the first colon', () => {
    expect(parameters('X\nRequest-ID: 0001\nREQUEST-TYPE :a:b: c \n')).toEqual({
      requestId: '0001',
      requestType: 'a:b: c',
    });
    expect(parameters('X\nrequest-limit:\u00a03\u2003\n Wait-Timeout:4\nHOLD-TIMEOUT: \t5\nOther:6')).toEqual({
      ...{ requestLimit: '3', waitTimeout: '4', holdTimeout: '5' },
    });
    expect(parameters('X\nRequest-ID:\nRequest-Type: ')).toEqual({ requestId: '', requestType: '' });
  });

  it('lets the last of a repeated name win', () => {
    expect(parameters('X\nRequest-ID:1\nrequest-id:2')).toEqual({ requestId: '2' });
  });

  it('ignores lines without a colon and lines that begin with one', () => {
    expect(parameters('X\nnothing here\n:value\nRequest-ID:1\nlast')).toEqual({ requestId: '1' });
  });

  it('tolerates CRLF', () => {
    expect(parameters('X\r\nRequest-ID:1\r\nRequest-Type:2\r\n\r\nRequest-Limit:3')).toEqual({
      ...{ requestId: '1', requestType: '2' },
    });
  });

  it('stops at the empty line before the body', () => {
    expect(parameters('X\nRequest-ID:1\n\nRequest-Type:2')).toEqual({ requestId: '1' });
    expect(parameters('X\n\nRequest-Type:2')).toEqual({});
  });

  it('reads any text as the plainest reading of the grammar does', () => {
    const unit = fc.constantFrom(
      'Request-ID',
      'request-type',
      'A',
      ':',
      '\n',
      '\r',
      ' ',
      '\t',
      '\u00a0',
      'é',
      '😀',
      '7',
    );
    fc.assert(
      fc.property(fc.string({ unit }), (text) => {
        const { type, requestId, requestType } = parseMessage(text);
        const [first = '', ...lines] = text.split('\n');
        expect(type).toBe(first.trim().toUpperCase());
        const end = lines.findIndex((line) => line === '' || line === '\r');
        const named = new Map<string, string>();
        for (const line of end === -1 ? lines : lines.slice(0, end)) {
          const [, name, value] = /^([^:]+):(.*)$/su.exec(line) ?? [];
          if (name !== undefined) named.set(name.trim().toLowerCase(), value?.trim() ?? '');
        }
        expect([requestId, requestType]).toEqual([named.get('request-id'), named.get('request-type')]);
      }),
      { numRuns: 1000 },
    );
  });
});

// docs/parallel-requests.md, 4
describe('what the controller sends', () => {
  it('has the exact form that clients know', () => {
    expect(HEARTBEAT).toBe('HEARTBEAT\n');
    expect(startRequestAck('0001', false)).toBe('START-REQUEST-ACK\nRequest-ID:0001\nRequest-Limit-Reached:FALSE\n');
    expect(startRequestAck('0001', true)).toBe('START-REQUEST-ACK\nRequest-ID:0001\nRequest-Limit-Reached:TRUE\n');
    expect(requestCount('a:b', 3)).toBe('REQUEST-COUNT\nRequest-Type:a:b\nRequest-Count:3\n');
    expect(errorMessage('PROTOCOL_ERROR', 'Words.')).toBe('ERROR\nError-Code:PROTOCOL_ERROR\nError-Message:Words.\n');
  });

  it('echoes any id that a client could send, verbatim', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (raw) => {
        const id = parseMessage(`START-REQUEST\nRequest-ID:${raw}`).requestId;
        fc.pre(id !== undefined);
        expect(parseMessage(startRequestAck(id, true)).requestId).toBe(id);
      }),
    );
  });

  it('lists all counts as JSON, whatever the types are called', () => {
    const counts = new Map([
      ['Download:1', 2],
      ['download:1', 1],
      ['__proto__', 4],
    ]);
    const json = readReply(allCounts(counts)).parameters.get('Request-Counts') ?? '';
    expect(json).toBe('{"Download:1":2,"download:1":1,"__proto__":4}');
  });
});
