import { explain, type Explanation } from '@/core/explanations';

/** Which package brings a command or an environment that people write in labels: TeX only says that it is unknown. */

const COMMANDS: Readonly<Record<string, string>> = {
  amsmath: `text dfrac tfrac cfrac binom dbinom tbinom overset underset operatorname boldsymbol substack implies impliedby
    iff xrightarrow xleftarrow iint iiint idotsint lvert rvert lVert rVert eqref tag overleftrightarrow`,
  amssymb: `mathbb mathfrak square blacksquare lozenge blacklozenge checkmark bigstar varnothing therefore because leqslant
    geqslant nmid nparallel nsubseteq subsetneq supsetneq lesssim gtrsim lessgtr triangleq measuredangle sphericalangle
    complement blacktriangle triangledown vartriangle trianglerighteq eth hbar hslash beth gimel twoheadrightarrow
    hookrightarrow rightsquigarrow leftrightarrows rightleftarrows rightleftharpoons upharpoonright ltimes rtimes
    Vdash vDash Vvdash nleq ngeq nexists backsim thicksim thickapprox multimap boxtimes boxplus digamma varkappa`,
  xcolor: 'color textcolor colorbox fcolorbox definecolor',
  siunitx: 'SI si num ang qty unit SIrange qtyrange numrange sisetup',
  mhchem: 'ce',
  mathrsfs: 'mathscr',
  bm: 'bm',
  cancel: 'cancel bcancel xcancel cancelto',
  physics: 'dv pdv bra ket braket ketbra dd grad curl laplacian vb va vu',
  gensymb: 'degree celsius ohm micro perthousand',
  mathtools: 'coloneqq eqqcolon prescript xleftrightarrow xmapsto overbracket underbracket',
  stmaryrd: 'llbracket rrbracket lightning mapsfrom',
  esvect: 'vv',
  dsfont: 'mathds',
  bbm: 'mathbbm',
  ulem: 'sout uwave uline uuline xout',
  booktabs: 'toprule midrule bottomrule cmidrule',
  multirow: 'multirow',
  xfrac: 'sfrac',
  nicefrac: 'nicefrac',
  upgreek: 'upalpha upbeta upgamma updelta upepsilon uptheta uplambda upmu upnu uppi uprho upsigma uptau upphi upomega',
  mathdots: 'iddots',
  wasysym: 'smiley frownie mars venus',
  pifont: 'ding',
  eurosym: 'euro',
  hyperref: 'href',
  url: 'url',
  tikz: 'tikz usetikzlibrary',
  chemfig: 'chemfig',
  skak: 'newgame showboard',
  tipa: 'textipa',
  fontawesome5: 'faIcon',
};

const ENVIRONMENTS: Readonly<Record<string, string>> = {
  amsmath: `matrix pmatrix bmatrix Bmatrix vmatrix Vmatrix smallmatrix cases align align* aligned alignat alignat* alignedat
    gather gather* gathered split multline multline* equation* subequations`,
  mathtools: 'dcases rcases psmallmatrix bsmallmatrix',
  tikz: 'tikzpicture',
  'tikz-cd': 'tikzcd',
  circuitikz: 'circuitikz',
  tabularx: 'tabularx',
  listings: 'lstlisting',
  wrapfig: 'wrapfigure',
};

const packageOf = byName(COMMANDS);
const packageOfEnvironment = byName(ENVIRONMENTS);

function byName(names: Readonly<Record<string, string>>): ReadonlyMap<string, string> {
  return new Map(Object.entries(names).flatMap(([brought, all]) => all.split(/\s+/).map((name) => [name, brought])));
}

/** `name` with its backslash. */
export function unknownCommand(name: string): Explanation {
  const brought = packageOf.get(name.slice(1));
  return brought === undefined ? explain('unknownCommand', { name }) : explain('commandOf', { name, package: brought });
}

export function unknownEnvironment(name: string): Explanation {
  const brought = packageOfEnvironment.get(name);
  if (brought === undefined) return explain('unknownEnvironment', { name });
  return explain('environmentOf', { name, package: brought });
}
