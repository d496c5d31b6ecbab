import { describe, expect, it } from 'vitest';
import { readConfiguration } from './configuration';

/** docs/asy.md, 2 */
describe('config.asy', () => {
  it('becomes options', () => {
    const source = `import settings; // as they are
/* mine; */ outformat = "pdf";
settings.tex='xelatex'; settings.prc=false; twice=true; render=-4.5; offset=(1, 2);
gs="C:\\Program Files\\gs;x"; verbose=2;
`;
    expect(readConfiguration(source)).toEqual({
      words: [
        ...['-outformat', 'pdf', '-tex', 'xelatex', '-noprc', '-twice', '-render', '-4.5', '-offset', '(1, 2)'],
        ...['-gs', 'C:\\Program Files\\gs;x', '-v', '-v'],
      ],
    });
    expect(readConfiguration('')).toEqual({ words: [] });
  });

  it('is not understood where it does anything else', () => {
    for (const line of [
      ...['if (x) render=2;', 'render=2*2;', 'nothing=3;', 'prc="x"', 'texpreamble("x");', "tex='a\\nb'", 'render=1+'],
      ...['verbose=true', 'help=false', 'tex="a"+"b"'],
    ])
      expect(readConfiguration(`outformat="svg";\n\n  ${line}`)).toEqual({
        words: ['-outformat', 'svg'],
        unreadLine: 3,
      });
  });
});
