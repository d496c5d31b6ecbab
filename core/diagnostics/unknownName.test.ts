import { describe, expect, it } from 'vitest';
import type { Problem } from './problems';
import { withSuggestion } from './unknownName';

const NAMES = ['for', 'cycle', 'Aa', 'draw', 'dot', 'blue', 'label', 'Label', 'fontsize', 'pair'];

function wordsFor(message: string): string {
  const problem: Problem = { severity: 'error', message };
  return withSuggestion(problem, NAMES).message;
}

describe('a name that asy does not know', () => {
  it('is followed by what was probably meant', () => {
    expect(wordsFor("No matching variable 'drw'")).toBe("No matching variable 'drw'. Did you mean draw?");
    expect(wordsFor("No matching variable 'bleu'")).toBe("No matching variable 'bleu'. Did you mean blue?");
    expect(wordsFor("No matching function 'fontsiz(int)'")).toMatch(/Did you mean fontsize\?$/);
    expect(wordsFor("No type of name 'piar'")).toMatch(/Did you mean pair\?$/);
  });

  it('may be a name in other letters, and no keyword that has no value', () => {
    expect(wordsFor("No matching variable 'AA'")).toMatch(/Did you mean Aa\?$/);
    expect(wordsFor("No matching variable 'cycel'")).toMatch(/Did you mean cycle\?$/);
    expect(wordsFor("No matching variable 'foo'")).toBe("No matching variable 'foo'");
  });

  it('is left alone where nothing is near, or the name is not the trouble', () => {
    for (const message of ["No matching variable 'zebra'", "No matching function 'draw(string)'", 'Divide by zero']) {
      expect(wordsFor(message)).toBe(message);
    }
  });
});
