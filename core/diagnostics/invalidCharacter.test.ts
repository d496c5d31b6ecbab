import { describe, expect, it } from 'vitest';
import { inEnglish } from '@/core/explanations';
import { invalidCharacter } from './invalidCharacter';
import { findProblems } from './problems';

const told = (character: string) => {
  const explanation = invalidCharacter(character);
  return explanation && inEnglish(explanation);
};

describe('a character that asy does not read', () => {
  it.each([
    ['“', 'Invalid character “: write " instead'],
    ['−', 'Invalid character −: write - instead'],
    ['；', 'Invalid character ；: write ; instead'],
    ['≤', 'Invalid character ≤: write <= instead'],
    ['é', 'Invalid character é'],
    ['😀', 'Invalid character 😀'],
    ['\u00a0', 'Invalid space here (U+00A0): replace it with a normal space'],
    ['\u200b', 'Invisible character here (U+200B): delete it'],
    ['@', undefined],
    ['', undefined],
  ])('%j: %s', (character, sentence) => {
    expect(told(character)).toBe(sentence);
  });

  it('is told once, though asy stumbles over each of its bytes', () => {
    const contents = 'size(2cm);\nlabel(“A”,(0,0));';
    const columns = [7, 8, 9, 11, 12, 13];
    const output = columns
      .map((column) => `label(“A”,(0,0));\n      ^\nmain.asy: 2.${column}: invalid token\n`)
      .join('');
    const problems = findProblems(output, { files: [{ name: 'main.asy', contents }] });
    expect(problems.map(({ message, place }) => [message, place?.column])).toEqual([
      ['Invalid character “: write " instead', 7],
      ['Invalid character ”: write " instead', 9],
    ]);
  });
});
