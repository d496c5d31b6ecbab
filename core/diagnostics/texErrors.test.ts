import { describe, expect, it } from 'vitest';
import { findTexErrors } from './texErrors';

describe('what TeX says', () => {
  it('is told once for each mistake', () => {
    const output = [
      '! Missing $ inserted.',
      '<inserted text> ',
      'l.72 ...905512,0.000000)(-0.500000,-0.500000){a_1}',
      '! Extra }, or forgotten $.',
      'l.72 ...905512,0.000000)(-0.500000,-0.500000){a_1}',
      '! Extra }, or forgotten $.',
      'l.73 \\end{picture}',
      '! Emergency stop.',
    ].join('\n');
    expect(findTexErrors(output.split('\n'))).toMatchObject([
      { message: 'Math symbol such as _ or ^ outside $...$ in a label', needle: 'a_1' },
    ]);
  });

  it('is found by the whole text of the label', () => {
    const place = (label: string) => `! Double subscript.\nl.72 ...12,0.000000)(-0.500000,-0.241628){${label}}`;
    expect(findTexErrors(place('$a_1_2$').split('\n'))[0]?.needle).toBe('$a_1_2$');
    expect(findTexErrors(place('\\frac{a}{b}').split('\n'))[0]?.needle).toBe('\\frac{a}{b}');
  });

  it('is found by its beginning where the label does not end', () => {
    const output =
      'Runaway argument?\n{$\\frac {1$}\\end {picture}\\kern -56pt\n! File ended while scanning use of \\ASYalign.\n<*> x';
    expect(findTexErrors(output.split('\n'))).toMatchObject([
      { message: 'Unfinished label: close every {, and write % as \\%', needle: '$\\frac' },
    ]);
    for (const next of ['end', 'special'])
      expect(findTexErrors(output.replace('$\\frac {1$}\\end', `100\\${next}`).split('\n'))[0]?.needle).toBe('100');
  });

  it('is what a package tells, not what happened inside of it before', () => {
    const inside =
      '! Undefined control sequence.\n<argument> \\pgf@matrix@last@nextcell@options\nl.68 ... B\\end{tikzcd}';
    const told = '! Package pgf Error: Single ampersand used with wrong catcode.\nl.68 ... B\\end{tikzcd}';
    const codes = (output: string) => findTexErrors(output.split('\n')).map(({ explanation }) => explanation?.code);
    expect(codes(`${inside}\n${told}`)).toEqual(['matrixAmpersand']);
    expect(codes(inside)).toHaveLength(1);
  });

  it('names the command that is unknown, not the one of the program that uses it', () => {
    const output = '! Undefined control sequence.\n\\R ->\\mathbb \n{R}\nl.68 ...,-0.500000){$\\R$}';
    expect(findTexErrors(output.split('\n'))).toMatchObject([
      {
        message: 'Unknown TeX command \\mathbb: add usepackage("amssymb"); at the start of the program',
        needle: '\\mathbb',
      },
    ]);
  });

  it('is about the package, not about & where a matrix needs one', () => {
    const output = [
      '! Misplaced alignment tab character &.',
      '<argument> $\\begin {pmatrix}1&',
      '                             2\\\\3&4\\end {pmatrix}$',
      'l.70 ...000){$\\begin{pmatrix}1&2\\\\3&4\\end{pmatrix}$}',
    ];
    expect(findTexErrors(output)).toMatchObject([
      {
        message: 'Unknown TeX environment pmatrix: add usepackage("amsmath"); at the start of the program',
        needle: '$\\begin{pmatrix}1&2\\\\3&4\\end{pmatrix}$',
      },
    ]);
  });

  it('is about the language where its letters break what asy writes around objects', () => {
    const spanish = '! Argument of \\language@active@arg> has an extra }.\nl.73 </g>}';
    const turkish = '! Missing number, treated as zero.\nl.69 \\catcode`\\#=\n                 11%';
    const next = "! Undefined control sequence.\nl.72 <path stroke='#0";
    for (const output of [spanish, `${turkish}\n${next}`])
      expect(findTexErrors(output.split('\n'))).toMatchObject([
        { explanation: { code: 'shorthands' }, needle: 'babel' },
      ]);
  });

  it('is found by the name of a font', () => {
    const missing = (name: string) => [`! Package fontspec Error: The font "${name}" cannot be found.`, 'l.9 x'];
    expect(findTexErrors(missing('No Such Font'))).toMatchObject([
      { message: 'The font No Such Font is not installed on the server', needle: 'No Such Font', hint: 'font{' },
    ]);
  });

  it.each([
    ['LaTeX Error: Environment foo undefined.', 'Unknown TeX environment foo'],
    ["LaTeX Error: File `nosuch.sty' not found.", 'TeX package nosuch is not installed'],
    ['LaTeX Error: Unicode character Д (U+0414)', /character Д: add import unicode;/],
    ['LaTeX Error: Unicode character 圆 (U+5706)', /character 圆: add import unicode;/],
    ['LaTeX Error: Command \\guillemetleft unavailable in encoding OT1.', /character «: add import unicode;/],
    [
      'Font C70/gbsn/m/n/12/06=gbsnu06 at 12.0pt not loadable: Metric (TFM) file not found.',
      'No font for this character is installed on the server (U+0600–U+06FF)',
    ],
    [
      'Font C70/gbsn/m/n/12/01f6=gbsnu01f6 at 12.0pt not loadable: Metric (TFM) file not found.',
      'No font for this character is installed on the server (U+1F600–U+1F6FF)',
    ],
    ['Missing character: There is no 中 (U+4E2D) in font CMU Serif Roman/OT:script=l', /no character 中\. Use latex/],
    ['Misplaced alignment tab character &.', 'Write & as \\& in labels'],
    ['LaTeX Error: Something else.', 'TeX: Something else'],
  ])('%s', (text, sentence) => {
    expect(findTexErrors([`! ${text}`])[0]?.message).toEqual(
      typeof sentence === 'string' ? sentence : expect.stringMatching(sentence),
    );
  });
});
