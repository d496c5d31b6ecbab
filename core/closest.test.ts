import { describe, expect, it } from 'vitest';
import { closest } from './closest';

describe('closest', () => {
  it('finds what was meant', () => {
    expect(closest('drwa', ['draw', 'dot', 'fill'])).toBe('draw');
    expect(closest('lable', ['label', 'table', 'scale'])).toBe('label');
    expect(closest('--prot', ['--port', '--host'])).toBe('--port');
  });

  it('stays silent when nothing is near', () => {
    expect(closest('xyz', ['draw', 'dot', 'fill'])).toBeUndefined();
    expect(closest('', ['a'])).toBeUndefined();
  });
});
