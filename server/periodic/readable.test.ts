import { describe, expect, it } from 'vitest';
import { readable } from './readable';

const byteText = (text: string) => Buffer.from(text, 'utf8').toString('latin1');

describe('what people read of a name', () => {
  it('is its UTF-8', () => {
    expect(readable('plain name')).toBe('plain name');
    expect(readable(byteText('größe ✓'))).toBe('größe ✓');
  });

  it('shows the number of what cannot be shown', () => {
    expect(readable('a\nb\0')).toBe('a\\x0ab\\x00');
    expect(readable(byteText('left\u202eright'))).toBe('left\\x202eright');
    expect(readable('\xff\xfe1')).toBe('\\xff\\xfe1');
  });
});
