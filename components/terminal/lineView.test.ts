import { describe, expect, it } from 'vitest';
import { cells, drawLine } from './lineView';

describe('drawing the line', () => {
  it('puts the cursor into it', () => {
    expect(drawLine({ prompt: '> ', text: 'abc', cursor: 1 }, 0, 80)).toEqual({
      sequence: '\r\x1b[J> abc\r\x1b[3C',
      cursorRow: 0,
    });
  });

  it('goes over several rows, from wherever the cursor was', () => {
    expect(drawLine({ prompt: '> ', text: 'abcdefgh', cursor: 1 }, 2, 4)).toEqual({
      sequence: '\x1b[2A\r\x1b[J> abcdefgh\x1b[2A\r\x1b[3C',
      cursorRow: 0,
    });
  });

  it('steps onto the next row when one is full', () => {
    expect(drawLine({ prompt: '> ', text: 'ab', cursor: 2 }, 0, 4)).toEqual({
      sequence: '\r\x1b[J> ab \r\r',
      cursorRow: 1,
    });
  });

  it('counts wide characters twice', () => {
    expect(cells('a中😀')).toBe(5);
  });
});
