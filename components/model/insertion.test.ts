import { describe, expect, it } from 'vitest';
import { withInsertion } from './insertion';

describe('an insertion', () => {
  it('becomes lines of its own', () => {
    expect(withInsertion('a;\nb;\n', 0, 'x;')).toBe('a;\nx;\nb;\n');
    expect(withInsertion('a;\n\nb;', 3, 'x;')).toBe('a;\nx;\nb;');
    expect(withInsertion('a;', 2, 'x;')).toBe('a;\nx;');
    expect(withInsertion('', 0, 'x;')).toBe('x;');
  });
});
