import { expect, it } from 'vitest';
import { inEnglish } from '@/core/explanations';
import { texExplanation } from './texSentences';
import { missingPackage } from './texPackages';

it('says which Debian package brings a TeX package, and what is there instead', () => {
  expect(
    ['dsfont', 'skak', 'FiraSans', 'nosuch', 'constructor'].map((name) => inEnglish(missingPackage(name))),
  ).toEqual([
    'TeX package dsfont is not installed. Try amssymb instead; the server’s Debian package is texlive-fonts-extra',
    'TeX package skak is not installed. The server’s Debian package is texlive-games',
    'TeX package FiraSans is not installed. The server’s Debian package is texlive-fonts-extra',
    'TeX package nosuch is not installed',
    'TeX package constructor is not installed',
  ]);
});

it("says which Debian package brings a language of babel's", () => {
  const said = texExplanation("Package babel Error: Unknown option 'arabic'. Either you misspelled it");
  expect(said && inEnglish(said)).toBe(
    'The language arabic of babel is not installed. The server’s Debian package is texlive-lang-arabic',
  );
  expect(texExplanation("Package babel Error: Unknown option 'nosuch'. Either you misspelled it")).toBeUndefined();
});
