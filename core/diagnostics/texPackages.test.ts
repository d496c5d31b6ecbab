import { expect, it } from 'vitest';
import { inEnglish } from '@/core/explanations';
import { missingPackage } from './texPackages';

it('says which Debian package brings a TeX package, and what is there instead', () => {
  expect(['dsfont', 'skak', 'nosuch', 'constructor'].map((name) => inEnglish(missingPackage(name)))).toEqual([
    'TeX package dsfont is not installed. Try amssymb instead; the server’s Debian package is texlive-fonts-extra',
    'TeX package skak is not installed. The server’s Debian package is texlive-games',
    'TeX package nosuch is not installed',
    'TeX package constructor is not installed',
  ]);
});
