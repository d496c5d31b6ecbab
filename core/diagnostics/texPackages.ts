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
  'kpfonts-otf': [FONTS, 'mathpazo'],
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
  'revtex4-2': ['texlive-publishers'],
};

/** More that are only left out, by Debian package. */
const MORE: Readonly<Record<string, string>> = {
  [FONTS]: `
    accanthis Alegreya AlegreyaSans algolrevived allrunes almendra anonymouspro antpolt anttor arimo asana-math atkinson aurical
    baskervaldx baskervillef beramono berasans beraserif bookhands cabin caladea carlito carolmin-ps cfr-lm charissil
    chivo cinzel ClearSans cochineal coelacanth comfortaa comicneue CormorantGaramond crimson CrimsonPro cyklop DejaVuSans
    DejaVuSansMono DejaVuSerif domitian droidsans droidserif dutchcal eco ebgaramond-maths EBGaramond-Maths electrum erewhon
    erewhon-math etbb facsimile fbb fetamont fira firamath FiraMono FiraSans forum garamondlibre garamondx gillius gillius2
    GoMono GoSans heuristica hfoldsty ibarra imfellEnglish inriasans inriaserif junicode kerkis LibreBodoni
    librebaskerville librecaslon librefranklin libris lato LobsterTwo marcellus mdsymbol merriweather
    mintspirit mlmodern montserrat nimbusmono nimbusmononarrow nimbussans nimbusserif newtxsf noto noto-sans noto-serif
    nunito oldstandard opensans overlock paratype PTMono PTSans PTSerif playfair plex-mono plex-sans plex-serif poiretone
    poltawski prodint punk quattrocento raleway roboto roboto-mono roboto-slab rosario scanpages scholax semaphor sourcecodepro
    sourcesanspro sourceserifpro spectral stepgreek step stickstoo studiosc superiors tapir tempora tinos twemojis universalis
    urwchancal venturis venturis2 XCharter-Math xcharter-math yfonts yinit-otf zlmtt`,
  'tex-gyre': 'tgadventor tgbonum tgchorus tgcursor tgheros tgschola',
  'texlive-games':
    'bartel-chess-fonts crossword cwpuzzle havannah hexgame igo jigsaw labyrinth logicpuzzle onedown psgo rubikcube sgame sudoku xq',
  'texlive-music': 'abc gchords guitar guitarchordschemes harmony leadsheets lilyglyphs musixguit songs',
  'texlive-humanities': 'covington expex gb4e linguex qtree rrgtrees tree-dvips verse',
  'texlive-metapost': 'feynmf feynmp',
  'texlive-lang-arabic': 'arabtex arabxetex bidi xepersian',
  'texlive-lang-other': 'vntex vietnam',
  'texlive-lang-japanese': 'pxjahyper zxjatype',
  'texlive-lang-korean': 'xetexko cjk-ko',
};
const PACKAGE_OF: ReadonlyMap<string, string> = new Map(
  Object.entries(MORE).flatMap(([debian, names]) => names.split(/\s+/).map((name) => [name, debian] as const)),
);

/** The Debian packages of babel's languages that the set-up leaves out, too: their letters need fonts of their own. */
const LANGUAGES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    'texlive-lang-arabic': 'arabic farsi persian',
    'texlive-lang-other': 'hebrew thai vietnamese',
    'texlive-lang-european':
      'albanian danish dutch estonian finnish hungarian latvian lithuanian norsk romanian swedish turkish',
    'texlive-lang-german': 'austrian german naustrian ngerman nswissgerman swissgerman',
    'texlive-lang-french': 'acadian canadien francais french',
    'texlive-lang-spanish': 'basque catalan galician spanish',
    'texlive-lang-italian': 'italian',
    'texlive-lang-polish': 'polish',
    'texlive-lang-czechslovak': 'czech slovak',
    'texlive-lang-portuguese': 'brazil brazilian portuges portuguese',
  }).flatMap(([debian, names]) => names.split(' ').map((name) => [name, debian] as const)),
);

/** Undefined for one that nobody has heard of. */
export function missingLanguage(name: string): Explanation | undefined {
  const debian = LANGUAGES.get(name);
  return debian === undefined ? undefined : explain('missingLanguage', { name, debian });
}

export function missingPackage(name: string): Explanation {
  const known = Object.hasOwn(LEFT_OUT, name) ? LEFT_OUT[name] : undefined;
  const [debian, instead] = known ?? [PACKAGE_OF.get(name)];
  if (debian === undefined) return explain('missingPackage', { name });
  return instead === undefined
    ? explain('missingPackageOf', { name, debian })
    : explain('missingPackageInstead', { name, debian, instead });
}
