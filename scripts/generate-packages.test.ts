import { describe, expect, it } from 'vitest';
import { parseList } from './generate-packages.mjs';

describe("TeX's list of files", () => {
  it('becomes packages with their styles, and families of fonts', () => {
    const list = [
      './tex/latex/amsmath:',
      'amsmath.sty',
      'amsbsy.sty',
      './tex/latex/tikz/deep:',
      'part.sty',
      'part.tex',
      './doc/latex/amsmath:',
      'not.sty',
      './fonts/type1/public/cm-super:',
      'sfrm1000.pfb',
      './fonts/opentype/public/lm:',
    ].join('\n');
    const { packages, fonts } = parseList(list);
    expect([...packages].map(([name, styles]) => [name, ...styles])).toEqual([
      ['amsmath', 'amsmath', 'amsbsy'],
      ['tikz', 'part'],
    ]);
    expect([...fonts].map(([name, kinds]) => [name, ...kinds])).toEqual([
      ['cm-super', 'type1'],
      ['lm', 'opentype'],
    ]);
  });
});
