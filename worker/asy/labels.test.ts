import { expect, it } from 'vitest';
import { LABEL_LIMITS } from '@/core/limits';
import { isLabels } from './labels';

const SPOKEN = '5\nhello\n9\nfirst\n\nla\n2\n\n*\n';
const FONT = 'f\t\\fontsize{12}{14.4}\\selectfont\t\\usefont{\\ASYencoding}{\\ASYfamily}{\\ASYseries}{\\ASYshape}\n';
const LABEL = 'l\t0\t6.5\t-7.5\t0.0\t$x_{1}$\n';

it('what was learned of labels is taken only as it is written', () => {
  expect(isLabels(`labels 1\n${SPOKEN}${FONT}${LABEL}`)).toBe(true);
  expect(isLabels(`labels 1\n${SPOKEN}`)).toBe(true);
});

it.each([
  '',
  'labels 2\n',
  `labels 1\n${SPOKEN.slice(0, -1)}`,
  `labels 1\n99999\nhello\n${SPOKEN}`,
  `labels 1\n${SPOKEN}${LABEL.slice(0, -1)}`,
  `labels 1\n${SPOKEN}l\t0\t6.5\t7.5\t$x$\n`,
  `labels 1\n${SPOKEN}l\t0\t6.5\t7.5\t1e9\t$x$\n`,
  `labels 1\n${SPOKEN}f\t\\input{secret}\t\n`,
  `labels 1\n${SPOKEN}anything\n`,
  `labels 1\n${SPOKEN}${LABEL.repeat(LABEL_LIMITS.maxBytes / LABEL.length)}`,
])('anything else is not: %j', (text) => expect(isLabels(text)).toBe(false));
