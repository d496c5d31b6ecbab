/** Programs as a language model gets them wrong, and as they are meant. */

interface BrokenProgram {
  readonly what: string;
  readonly program: string;
  readonly mended: string;
}

const START = 'size(3cm);\n';

/** One slip in an otherwise right program. */
function slip(what: string, right: string, wrong: string, program: string): BrokenProgram {
  return { what, program: START + program.replace(right, wrong), mended: START + program };
}

function withoutImport(what: string, module: string, program: string): BrokenProgram {
  return { what, program: START + program, mended: `import ${module};\n${START}${program}` };
}

export const BROKEN_PROGRAMS: readonly BrokenProgram[] = [
  slip('a misspelt function', 'draw', 'drw', 'draw(unitcircle);\n'),
  slip('two letters swapped', 'unitcircle', 'unitcirlce', 'draw(unitcircle);\n'),
  slip('a colour that is called otherwise', 'purple', 'puprle', 'fill(unitsquare, purple);\n'),
  slip('a misspelt type', 'path', 'pathh', 'path p = (0,0)--(1,1);\ndraw(p);\n'),
  slip('a misspelt name of its own module', 'xaxis', 'xxis', 'import graph;\ndraw(unitcircle);\nxaxis("$x$");\n'),
  slip('a misspelt constant', 'linewidth', 'linewidht', 'draw((0,0)--(1,0), linewidth(2));\n'),
  slip('a misspelt label', 'label', 'lable', 'draw(unitsquare);\nlabel("A", (0,0));\n'),
  withoutImport('axes without graph', 'graph', 'draw(unitcircle);\nxaxis("$x$", -1, 1);\n'),
  withoutImport('a true circle without graph', 'graph', 'draw(Circle((0,0), 1));\n'),
  withoutImport('a marked angle without markers', 'markers', 'draw(unitsquare);\nmarkangle((1,0), (0,0), (0,1));\n'),
  slip('a module that does not exist', 'graph', 'grpah', 'import graph;\ndraw(Circle((0,0), 1));\n'),
  slip('no semicolon', 'dot((0,0));', 'dot((0,0))', 'dot((0,0));\ndraw(unitcircle);\n'),
  slip('no semicolon after a definition', 'real r = 2;', 'real r = 2', 'real r = 2;\ndraw(scale(r)*unitcircle);\n'),
  slip('no semicolon at the end', 'unitsquare);', 'unitsquare)', 'draw(unitcircle);\nfill(unitsquare);\n'),
  slip('an open bracket', 'unitcircle);', 'unitcircle;', 'draw(rotate(45)*unitsquare);\ndraw(unitcircle);\n'),
  slip('a bracket too many', 'unitcircle)', 'unitcircle))', 'draw(unitcircle);\n'),
  slip('an open brace', '\n}\n', '\n', 'for (int i = 0; i < 3; ++i) {\n  draw(shift(i)*unitsquare);\n}\n'),
  slip('math outside of dollars', '"$x_1$"', '"x_1"', 'draw(unitsquare);\nlabel("$x_1$", (0,0));\n'),
  slip('a dollar that is missing', '"$x^2$"', '"$x^2"', 'draw(unitsquare);\nlabel("$x^2$", (0,0));\n'),
  slip('a per cent in a label', '50\\%', '50%', 'draw(unitsquare);\nlabel("50\\%", (0,0));\n'),
  slip('quotes of a text processor', '"A"', '“A”', 'draw(unitsquare);\nlabel("A", (0,0));\n'),
  slip('a minus of a text processor', '-1)', '−1)', 'draw((0,0)--(1,-1));\n'),
  slip('a whole number that is none', 'real r', 'int r', 'real r = 2.5;\ndraw(scale(r)*unitcircle);\n'),
  slip('an ampersand in a label', 'A \\& B', 'A & B', 'draw(unitsquare);\nlabel("A \\& B", (0,0));\n'),
  {
    what: 'nothing is drawn',
    program: `${START}path p = (0,0)--(1,1);\n`,
    mended: `${START}path p = (0,0)--(1,1);\ndraw(p);\n`,
  },
];
