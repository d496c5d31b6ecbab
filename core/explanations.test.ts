import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { explain, explained, EXPLANATIONS, inEnglish, recognise, type ExplanationCode } from './explanations';

const CODES = Object.keys(EXPLANATIONS) as ExplanationCode[];
const namesIn = (code: ExplanationCode) => [...EXPLANATIONS[code].matchAll(/<(\w+)>/g)].map(([, name]) => name ?? '');

describe('an explanation', () => {
  it('is a sentence with its values, which may be sentences', () => {
    expect(explained('filesTooLarge', { total: 12, most: 10 })).toBe(
      'The files have 12 bytes together; at most 10 are allowed.',
    );
    const inner = explain('didYouMean', { message: "No matching variable 'drw'", name: 'draw' });
    expect(explained('foundIn', { message: inner, file: 'graph.asy', line: 7 })).toBe(
      "No matching variable 'drw'. Did you mean draw? (found in graph.asy, line 7)",
    );
  });

  it('is recognised by its sentence, whatever the values', () => {
    const value = fc.stringMatching(/^[\w."-]{1,20}$/);
    fc.assert(
      fc.property(fc.constantFrom(...CODES), fc.array(value, { minLength: 4, maxLength: 4 }), (code, some) => {
        const values = Object.fromEntries(namesIn(code).map((name, index) => [name, some[index] ?? '']));
        const sentence = inEnglish({ code, values });
        const found = recognise(sentence);
        // Another sentence of the table may read the same; what is said is the same then.
        expect(found && inEnglish(found)).toBe(sentence);
      }),
    );
  });

  it('is not seen in other texts', () => {
    for (const text of ['', 'Syntax error', 'Server is overloaded', 'File name "a" must end.', 'x'.repeat(5000)])
      expect(recognise(text)).toBeUndefined();
  });

  it('takes no value for granted that is an empty text', () => {
    expect(recognise('Module not found: ')).toBeUndefined();
  });
});
