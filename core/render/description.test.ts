import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LINK_LIMITS } from '@/core/links/limits';
import { descriptionOf, withDescription } from './description';
import { DESCRIPTION_LIMITS } from './limits';

/** docs/render-api.md, 17 */
describe('what a program says of its picture', () => {
  it('is in comments of its own', () => {
    const source =
      'size(2cm); // title: A circle\n//ALT :  A circle of radius 1,\n// alt: drawn in black.\ndraw(unitcircle);';
    expect(descriptionOf(source)).toEqual({ title: 'A circle', alt: 'A circle of radius 1, drawn in black.' });
    expect(descriptionOf('// title: first\r\n// title: second')).toEqual({ title: 'first' });
    expect(descriptionOf('// alt: only this')).toEqual({ alt: 'only this' });
  });

  it.each([
    'draw(unitcircle);',
    'string s = "// title: no";',
    '/* // title: no */',
    '// the title: no',
    '// title:',
    '// alt:  \t',
    '// subtitle: no',
    'frame title; bool b = true ? alt : title;',
  ])('is nowhere else: %s', (source) => {
    expect(descriptionOf(source)).toEqual({});
  });

  it('is bounded, on one line, and never half a character', () => {
    const { maxTitleCharacters, maxAltCharacters } = DESCRIPTION_LIMITS;
    expect(maxTitleCharacters).toBeLessThanOrEqual(LINK_LIMITS.maxTitleCharacters);
    const long = descriptionOf(`// title: ${'\u{1f600}'.repeat(500)}\n${'// alt: x\u0007y\ud800\n'.repeat(9000)}`);
    expect([...(long.title ?? '')]).toEqual(Array.from({ length: maxTitleCharacters }, () => '\u{1f600}'));
    expect(long.alt?.length).toBeGreaterThan(maxAltCharacters / 2);
    expect(long.alt?.length).toBeLessThanOrEqual(maxAltCharacters);
    expect(long.alt).toMatch(/^(?:x y ?)+x?$/);
    expect(descriptionOf('// title: a\u202egnp.exe\u2066 b').title).toBe('a gnp.exe b');
  });

  it('is read from anything', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => {
        const { title = '', alt = '' } = descriptionOf(`// title: ${text}\n// alt: ${text}`);
        expect(`${title}${alt}`).not.toMatch(/[\p{Cc}\p{Cs}]/u);
      }),
    );
  });
});

describe('describing a program', () => {
  const alt = 'A circle around the origin. '.repeat(9).trim();

  it('is read back as it was given, and replaces what was there', () => {
    const program =
      '// title: old\nsize(1cm);\n  // alt: one\ndraw(unitcircle); // ALT: two\n// note\nlabel("// alt: no");';
    const described = withDescription(program, { title: 'New', alt });
    expect(descriptionOf(described)).toEqual({ title: 'New', alt });
    expect(Math.max(...described.split('\n').map((line) => line.length))).toBeLessThan(120);
    expect(described).toContain(
      'size(1cm);\ndraw(unitcircle); \n// note\nlabel("// alt: no");\n// title: New\n// alt: A',
    );
    expect(withDescription(described, { title: 'New', alt })).toBe(described);
    expect(descriptionOf(withDescription(described, {}))).toEqual({});
    expect(withDescription('', { title: 'a\nb' })).toBe('// title: a b\n');
  });
});
