import { describe, expect, it } from 'vitest';
import { decodeKeys } from './keys';

describe('keys', () => {
  it('are text and names', () => {
    expect(decodeKeys('draw\r')).toEqual([{ kind: 'text', text: 'draw' }, { kind: 'enter' }]);
    expect(decodeKeys('\x1b[A\x03\x7f\x1b[1;5D').map(({ kind }) => kind)).toEqual([
      'up',
      'interrupt',
      'backspace',
      'word-left',
    ]);
  });

  it('that mean nothing here are passed over', () => {
    expect(decodeKeys('\x1b[15~\x1b\x00a')).toEqual([{ kind: 'text', text: 'a' }]);
  });

  it('take a paste as one, with its own lines and tabs', () => {
    expect(decodeKeys('\x1b[200~a\r\tb\r\nc\x1b[201~x')).toEqual([
      { kind: 'paste', text: 'a\n\tb\nc' },
      { kind: 'text', text: 'x' },
    ]);
  });
});
