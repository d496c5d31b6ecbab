import { programs } from './program';

const FIGURE = 'draw((0,0)--(50,50));';

/** What TeX is told: packages, fonts, commands of one's own, its state, other scripts. */
export const TEXTS = programs({
  labels: `size(5cm); draw((0,0)--(2,1)); label("$\\frac{a}{b}$",(0,0),SW); label("x",(2,1),NE); write("drawn");`,
  'a label measured in code':
    'picture p; label(p,"wide text",(0,0)); write(max(p)-min(p)); add(p); draw((0,0)--(9,9));',
  'the same label often': 'for(int i=0;i<40;++i) label("$x$",(5i,i)); write(size("$x$")); write(size("$x$"));',
  'two sizes in turn': `${FIGURE} for(int i=0;i<6;++i) {label("$x^2$",(9i,0),fontsize(8)); label("$x^2$",(9i,20),fontsize(14)); label("$x^2$",(9i,40));}`,
  'amsmath and amssymb': `usepackage("amsmath"); usepackage("amssymb"); ${FIGURE} label("$\\begin{pmatrix}a&b\\\\c&d\\end{pmatrix}\\in\\mathbb{R}$",(0,0)); label("$\\mathbb{R}$",(9,9)); label("$\\mathbb{R}$",(19,9));`,
  'a package with options': `usepackage("xcolor","dvipsnames"); ${FIGURE} label("\\textcolor{Maroon}{maroon}",(0,0));`,
  siunitx: `usepackage("siunitx"); ${FIGURE} label("\\SI{9.81}{\\metre\\per\\second\\squared}",(0,0));`,
  'tikz in a label': `usepackage("tikz"); ${FIGURE} label("\\tikz\\draw(0,0)circle(3pt);",(0,0));`,
  'graphicx again': `usepackage("graphicx"); ${FIGURE} label("\\rotatebox{30}{tilted}\\scalebox{2}{x}",(0,0));`,
  hyperref: `usepackage("hyperref"); ${FIGURE} label("\\url{https://example.org}",(0,0));`,
  'own commands': `texpreamble("\\newcommand{\\R}{\\mathbf{R}}"); ${FIGURE} label("$\\R$",(0,0)); label("$\\R$",(20,0));`,
  'a redefined command': `texpreamble("\\renewcommand{\\sin}{\\mathrm{sinus}}"); ${FIGURE} label("$\\sin x$",(0,0)); label("$\\sin x$",(20,0));`,
  'a second preamble later': `${FIGURE} label("a",(0,0)); shipout("one"); texpreamble("\\def\\x{XXXX}"); label("\\x",(20,0));`,
  'TeX between labels': `${FIGURE} label("$x$",(0,0)); tex("\\gdef\\y{YY}"); label("\\y",(30,0)); label("$x$",(60,0));`,
  'a counter': `texpreamble("\\newcounter{n}"); ${FIGURE} for(int i=0;i<3;++i) label("\\stepcounter{n}\\roman{n}",(20i,0));`,
  'a global definition in a label': `${FIGURE} label("\\gdef\\z{long text}a",(0,0)); label("\\z",(40,0)); label("\\gdef\\z{b}a",(0,20)); label("\\z",(40,20));`,
  'a letter redefined in a label': `${FIGURE} label("$\\alpha$",(0,0)); label("\\global\\let\\alpha\\omega x",(20,0)); label("$\\alpha$",(40,0));`,
  'references, typeset twice': `settings.twice=true; ${FIGURE} label("see \\ref{eq}",(0,0)); label("\\refstepcounter{equation}\\label{eq}A",(40,40));`,
  'a minipage': `${FIGURE} label(minipage("some text that is broken into lines of a given width",3cm),(0,0));`,
  'a table': `${FIGURE} label("\\begin{tabular}{|c|c|}\\hline a&b\\\\\\hline\\end{tabular}",(0,0));`,
  'times and helvetica': `${FIGURE} label("Times",(0,0),font("OT1","ptm","m","n")); label("Helvetica",(0,20),Helvetica()); label("bold",(0,40),font("T1","phv","b","n"));`,
  'a font command': `${FIGURE} label("sans",(0,0),fontcommand("\\sffamily\\bfseries")); label("serif",(0,20));`,
  'latin modern': `usepackage("lmodern"); usepackage("fontenc","T1"); ${FIGURE} label("Größe, naïve, œuvre",(0,0));`,
  accents: `${FIGURE} label("Größe é è ñ å ø",(0,0)); label("Größe é è ñ å ø",(0,20));`,
  cyrillic: `usepackage("fontenc","T2A"); ${FIGURE} label("Привет, мир",(0,0)); label("\\textbf{жирный}",(0,20));`,
  'a character nobody has': `${FIGURE} label("漢字",(0,0));`,
  'colours in a label': `usepackage("color"); ${FIGURE} label("\\color{red}red {\\color[rgb]{0,0.5,1}blue} red",(0,0));`,
  'postscript in a label': `${FIGURE} label("\\special{ps:0.5 setgray}half\\special{ps:1 0 0 setrgbcolor}red",(0,0));`,
  'postscript that draws': `${FIGURE} label("\\special{ps:newpath 0 0 moveto 20 20 lineto stroke}x",(0,0));`,
  'outlines of a label': `size(5cm); fill(texpath("$\\int$"),red); draw(scale(3)*texpath("Ab"));`,
  'special characters': `${FIGURE} label("50\\% \\& \\# \\$ \\_ \\{\\} a~b",(0,0)); label("50\\%",(30,0));`,
  'an empty label': `${FIGURE} label("",(0,0)); label(" ",(9,9)); label("x",(20,20));`,
  'a very tall label': `${FIGURE} label("$\\displaystyle\\sum_{i=1}^{n}\\prod_{j=1}^{m}\\left(\\frac{\\frac{a}{b}}{\\sqrt{c}}\\right)$",(0,0));`,
  'labels on a path':
    'import labelpath; size(5cm); labelpath("around the circle",reverse(unitcircle)); draw(unitcircle);',
  'a text file for TeX': {
    source: `${FIGURE} label("\\input{words.tex}",(0,0));`,
    files: { 'words.tex': 'from a file' },
  },
  'own eps included': {
    source: `${FIGURE} label(graphic("mark.eps"),(0,0));`,
    files: {
      'mark.eps': '%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 0 0 20 20\nnewpath 0 0 moveto 20 20 lineto stroke\n%%EOF\n',
    },
  },
});
