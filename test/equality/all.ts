import { readdirSync, readFileSync } from 'node:fs';
import { DRAWINGS } from './drawings';
import { FAILURES } from './failures';
import type { Program } from './program';
import { TEXTS } from './texts';

const BASIC = [...DRAWINGS, ...TEXTS, ...FAILURES];

/** Modules that a bare asy does not have, and the one for which ImageMagick refuses to work there. */
const NOT_IN_ASY = /^import (?:unicode|olympiad|cse5|TrigMacros|animat\w+);/m;

/** The gallery's own figures, which import most of asy's library. */
const GALLERY = readdirSync('examples')
  .filter((name) => name.endsWith('.asy'))
  .map((name): Program => ({ name, source: readFileSync(`examples/${name}`, 'utf8') }))
  .filter(({ source }) => !NOT_IN_ASY.test(source));

const BY = 'settings.tex="pdflatex";\n';

/** Each drawing goes through asy's own ways to pdf and png, too. */
const IN_OTHER_FORMATS = [...DRAWINGS, ...TEXTS, ...GALLERY].flatMap((program) =>
  program.format === undefined ? [inFormat(program, 'pdf'), inFormat(program, 'png')] : [],
);

/** As the figures of a LaTeX document are: the TeX that makes pages sizes their labels, too. */
const BY_PDFLATEX = [...BASIC, ...GALLERY].flatMap((program) =>
  program.format === undefined && program.engine === undefined
    ? [{ ...inFormat(program, 'pdf'), name: `${program.name}, by pdflatex`, source: BY + program.source }]
    : [],
);

export const ALL: readonly Program[] = [
  ...BASIC,
  ...GALLERY,
  ...IN_OTHER_FORMATS,
  ...BY_PDFLATEX,
  ...named(['paths', 'labels', 'graph', 'opacity']).map((program) => inFormat(program, 'eps')),
  ...named(['an unknown command of TeX']).flatMap((program) => [inFormat(program, 'pdf'), inFormat(program, 'png')]),
];

/** One of each kind, for every test run. */
export const SOME: readonly Program[] = named([
  'paths',
  'graph',
  'several files',
  'labels',
  'the same label often',
  'rotated by quarters',
  'amsmath and amssymb',
  'TeX between labels',
  'a global definition in a label',
  'cyrillic',
  'an unknown command of TeX',
  'a syntax error',
  'errors apart, with success',
  'errors apart, with a mistake',
  'another name',
  'finer pixels',
  'flat 3D by an option',
  'paths of letters between sizes of labels',
  'a scene with axes',
  'a scene',
  'an own plain',
  'axial shading',
  'patterns',
  'a file that Ghostscript looks for',
  'labels, pdf',
  'graph, pdf',
  'a very tall label, pdf',
  'graph, png',
  'graph, by pdflatex',
  'TeX between labels, by pdflatex',
]);

function named(names: readonly string[]): Program[] {
  return names.map((name) => {
    const found = [...BASIC, ...IN_OTHER_FORMATS, ...BY_PDFLATEX].find((program) => program.name === name);
    if (!found) throw new Error(`there is no program ${name}`);
    return found;
  });
}

function inFormat(program: Program, format: 'pdf' | 'png' | 'eps'): Program {
  return { ...program, name: `${program.name}, ${format}`, format };
}
