import { describe, expect, it } from 'vitest';
import { colored, columnsOf } from './formats';

describe('what the shell prints', () => {
  it('has errors in red and warnings in yellow', () => {
    expect(colored('-: 1.5: syntax error')).toBe('\x1b[31m-: 1.5: syntax error\x1b[0m');
    expect(colored('-: 1.5: warning: dubious')).toBe('\x1b[33m-: 1.5: warning: dubious\x1b[0m');
    expect(colored("error: could not load module 'x'")).toContain('\x1b[31m');
    expect(colored('42')).toBe('42');
  });

  it('has lists side by side, and not too long', () => {
    expect(columnsOf(['a', 'bb', 'c'], 9)).toEqual(['a   bb', 'c']);
    expect(columnsOf(['a', 'b'], 1)).toEqual(['a', 'b']);
    expect(
      columnsOf(
        Array.from({ length: 20 }, () => 'x'),
        6,
      ).at(-1),
    ).toBe('and 8 more');
  });
});
