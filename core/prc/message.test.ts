import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseMessage } from './message';
import { allCounts, errorMessage, HEARTBEAT, requestCount, startRequestAck } from './reply';

function parameters(text: string): Record<string, string> {
  return Object.fromEntries(parseMessage(text).parameters);
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
      'request-id': '0001',
      'request-type': 'a:b: c',
    });
  });

  it('lets the last of a repeated name win', () => {
    expect(parameters('X\nA:1\na:2')).toEqual({ a: '2' });
  });

  it('ignores lines without a colon and lines that begin with one', () => {
    expect(parameters('X\nnothing here\n:value\nA:1\nlast')).toEqual({ a: '1' });
  });

  it('tolerates CRLF', () => {
    expect(parameters('X\r\nA:1\r\nB:2\r\n\r\nC:3')).toEqual({ a: '1', b: '2' });
  });

  it('stops at the empty line before the body', () => {
    expect(parameters('X\nA:1\n\nB:2')).toEqual({ a: '1' });
    expect(parameters('X\n\nB:2')).toEqual({});
  });

  it('reads any text without failing', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('A', 'b', ':', '\n', '\r', ' ', 'é', '😀') }), (text) => {
        const message = parseMessage(text);
        expect(message.type).toBe(message.type.trim().toUpperCase());
        for (const [name, value] of message.parameters) {
          expect(name).not.toContain(':');
          expect(value).toBe(value.trim());
          expect(value).not.toContain('\n');
        }
      }),
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
        const id = parseMessage(`START-REQUEST\nRequest-ID:${raw}`).parameters.get('request-id');
        fc.pre(id !== undefined);
        expect(parseMessage(startRequestAck(id, true)).parameters.get('request-id')).toBe(id);
      }),
    );
  });

  it('lists all counts as JSON, whatever the types are called', () => {
    const counts = new Map([
      ['Download:1', 2],
      ['download:1', 1],
      ['__proto__', 4],
    ]);
    const json = parseMessage(allCounts(counts)).parameters.get('request-counts') ?? '';
    expect(json).toBe('{"Download:1":2,"download:1":1,"__proto__":4}');
  });
});
