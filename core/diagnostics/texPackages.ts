import { explain, type Explanation } from '@/core/explanations';

/**
 * TeX packages that the set-up leaves out for their size (docs/operating.md): the Debian package that brings each, and
 * what is installed and does much the same.
 */

const FONTS = 'texlive-fonts-extra';
const GAMES = 'texlive-games';
const CHINESE = 'texlive-lang-chinese';

const LEFT_OUT: Readonly<Record<string, readonly [debian: string, instead?: string]>> = {
  esvect: [FONTS, '\\overrightarrow{AB}'],
  dsfont: [FONTS, 'amssymb'],
  bbm: [FONTS, 'amssymb'],
  bbold: [FONTS, 'amssymb'],
  mathabx: [FONTS, 'amssymb'],
  MnSymbol: [FONTS, 'amssymb'],
  fdsymbol: [FONTS, 'amssymb'],
  newtxtext: [FONTS, 'txfonts'],
  newtxmath: [FONTS, 'txfonts'],
  newpxtext: [FONTS, 'pxfonts'],
  newpxmath: [FONTS, 'pxfonts'],
  tgtermes: ['tex-gyre', 'mathptmx'],
  tgpagella: ['tex-gyre', 'mathpazo'],
  kpfonts: [FONTS, 'mathpazo'],
  libertine: [FONTS, 'mathpazo'],
  libertinus: [FONTS, 'mathpazo'],
  ebgaramond: [FONTS, 'mathpazo'],
  fourier: [FONTS, 'utopia'],
  fouriernc: [FONTS, 'newcent'],
  XCharter: [FONTS, 'charter'],
  stix2: [FONTS, 'mathptmx'],
  stix: [FONTS, 'mathptmx'],
  eulervm: [FONTS, 'euler'],
  ccfonts: [FONTS, 'euler'],
  cmbright: [FONTS, 'sfmath'],
  arev: [FONTS, 'sfmath'],
  iwona: [FONTS, 'sfmath'],
  kurier: [FONTS, 'sfmath'],
  bbding: [FONTS, 'pifont'],
  fontawesome: [FONTS, 'marvosym'],
  fontawesome5: [FONTS, 'marvosym'],
  skak: [GAMES],
  xskak: [GAMES],
  chessboard: [GAMES],
  chessfss: [GAMES],
  ctex: [CHINESE, 'import unicode;'],
  xeCJK: [CHINESE, 'import unicode;'],
  kotex: ['texlive-lang-korean'],
  luatexja: ['texlive-lang-japanese', 'import unicode;'],
  textalpha: ['texlive-lang-greek', 'import unicode;'],
  alphabeta: ['texlive-lang-greek', 'import unicode;'],
  pstricks: ['texlive-pstricks', 'tikz'],
  'pst-plot': ['texlive-pstricks', 'pgfplots'],
  'pst-node': ['texlive-pstricks', 'tikz'],
  musixtex: ['texlive-music'],
  musicography: ['texlive-music'],
  revtex4: ['texlive-publishers'],
};

export function missingPackage(name: string): Explanation {
  if (!Object.hasOwn(LEFT_OUT, name)) return explain('missingPackage', { name });
  const [debian = '', instead] = LEFT_OUT[name] ?? [];
  return instead === undefined
    ? explain('missingPackageOf', { name, debian })
    : explain('missingPackageInstead', { name, debian, instead });
}
