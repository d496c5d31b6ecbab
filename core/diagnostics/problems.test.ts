import { describe, expect, it } from 'vitest';
import { DIAGNOSIS_LIMITS } from '@/core/limits';
import { findProblems } from './problems';

const problemsOf = (code: string, output: string) =>
  findProblems(output, { files: [{ name: 'main.asy', contents: code }] });

it('finds where a string begins that nothing closes', () => {
  const placeOf = (code: string, line: string) =>
    findProblems(`main.asy: ${line}`, { files: [{ name: 'main.asy', contents: code }] }).map(({ message, place }) => [
      message,
      place?.line,
      place?.column,
    ]);
  const OPEN = 'A string begins here and never ends: its closing quote is missing';
  const open = 'label("abc, (0,0));\n';
  expect(placeOf(open, '3.1: string not terminated')).toEqual([[OPEN, 1, 7]]);
  expect(placeOf(`${open}label("B", (1,1));\n`, '2.8: syntax error')).toEqual([[OPEN, 1, 7]]);
  expect(placeOf('draw(a b);\n', '1.8: syntax error')).toEqual([['Syntax error', 1, 8]]);
});

it('explains a movie in a format that nothing here makes, at its call', () => {
  const failed = '/usr/share/asymptote/animation.asy: 84.15: merge failed';
  const code = 'import animation;\nanimation a;\na.movie(format="mp4");\n';
  for (const said of ["tag found `video:encode'", "encode delegate for this image format `WEBM'"])
    expect(problemsOf(code, `convert: no ${said} @ error/delegate.c\n${failed}`)).toMatchObject([
      { explanation: { code: 'movieFormat' }, place: { line: 3 } },
    ]);
});

it('explains a PNG without a TeX engine', () => {
  const failed = '/usr/share/asymptote/plain_shipout.asy: 116.11: runtime: shipout failed';
  const found = problemsOf('draw(unitcircle);', `Cannot execute none\nPlease put in a file config.asy:\n${failed}`);
  expect(found).toMatchObject([{ explanation: { code: 'noEngine' } }]);
});

it('places a character of several bytes once', () => {
  const output = [7, 8, 9, 11, 12, 13].map((column) => `main.asy: 1.${column}: invalid token`).join('\n');
  const found = findProblems(output, { files: [{ name: 'main.asy', contents: 'label(“A”, (0,0));' }] });
  expect(found.map(({ place }) => place?.column)).toEqual([7, 9]);
});

describe('problems', () => {
  it('are placed on the word that asy points at', () => {
    expect(
      problemsOf('size(4cm);\ndrw(unitcircle);', "drw(unitcircle);\n^\nmain.asy: 2.1: no matching variable 'drw'"),
    ).toEqual([
      {
        severity: 'error',
        message: "No matching variable 'drw'",
        file: 'main.asy',
        place: { file: 'main.asy', line: 2, column: 1, endColumn: 4 },
      },
    ]);
  });

  it('hold what asy says in two lines', () => {
    const code = 'draw((0,0,0)--(1,1,1));';
    const said = "main.asy: 1.13: cannot call 'guide operator --(... guide[])' with parameters\n'(triple, triple)'\n";
    expect(problemsOf(code, said).map(({ message }) => message)).toEqual([
      "Cannot call 'guide operator --(... guide[])' with parameters '(triple, triple)'",
    ]);
  });

  it('count columns as editors do', () => {
    const [problem] = problemsOf('write("é"+x);', "main.asy: 1.12: no matching variable 'x'");
    expect(problem?.place).toEqual({ file: 'main.asy', line: 1, column: 11, endColumn: 12 });
  });

  it('in files of asy itself have no place to jump to', () => {
    expect(problemsOf('import graph;', '/usr/share/asymptote/graph.asy: 7.1: runtime: bad')).toEqual([
      {
        severity: 'error',
        message: 'Bad',
        file: 'graph.asy, line 7',
        library: { file: 'graph.asy', line: 7 },
      },
    ]);
  });

  it('say of a conversion that failed what it was about', () => {
    const command =
      'gs -q -dNoOutputFonts -dNOPAUSE -dBATCH -P -dSAFER -sDEVICE=ps2write -sOutputFile=main_%d.ps main_.pdf';
    const output = `/usr/share/asymptote/plain_shipout.asy: 116.11: runtime: Command exited abnormally: ${command} `;
    const [problem] = problemsOf('size(9cm);\nlabel(graphic("a.png"));', output);
    expect(problem).toMatchObject({ explanation: { code: 'transparentImage' }, place: { file: 'main.asy', line: 2 } });
  });

  it('find the label that TeX does not understand', () => {
    const output = [
      '! Undefined control sequence.',
      '<recently read> \\foo ',
      '                     ',
      'l.67 ...024,0.000000)(-0.500000,-0.500000){$\\foo$}',
      '                                                  %',
      '/usr/share/asymptote/plain_shipout.asy: 116.11: runtime: shipout failed',
    ].join('\n');
    expect(problemsOf('size(4cm);\nlabel("$\\foo$", (0,0));', output)).toMatchObject([
      {
        severity: 'error',
        message: 'Unknown TeX command \\foo',
        file: 'main.asy',
        place: { file: 'main.asy', line: 2, column: 9, endColumn: 13 },
      },
    ]);
  });

  it('find a character without a font, of a label that TeX could not size, where it is not said', () => {
    const source = '// синус\nimport graph;\nxaxis("время, с");\n';
    const output = [
      'plain_boxes.asy: 8.3: runtime: ',
      '! LaTeX Error: Unicode character с (U+0441)',
      '               not set up for use with LaTeX.',
      '<*> \\setbox\\ASYbox=\\hbox{время, с',
    ].join('\n');
    expect(findProblems(output, { files: [{ name: 'main.asy', contents: source }] })).toMatchObject([
      { explanation: { code: 'noFont' }, place: { file: 'main.asy', line: 3, column: 15, endColumn: 16 } },
    ]);
  });

  it('tell other troubles of TeX in one sentence', () => {
    const output = '! Missing $ inserted.\n<inserted text> \n                $\nl.67 ...0.5){a_1}\n';
    expect(problemsOf('label("a_1",(0,0));', output)).toMatchObject([
      { message: 'Math symbol such as _ or ^ outside $...$ in a label', place: { line: 1, column: 8 } },
    ]);
  });

  it('find the import of a module that does not exist', () => {
    expect(problemsOf('size(1cm);\nimport nosuch;', "error: could not load module 'nosuch'")).toMatchObject([
      { message: 'Module not found: nosuch', place: { line: 2, column: 8, endColumn: 14 } },
    ]);
    expect(problemsOf('x', "main.asy: 1.1: syntax error\nerror: could not load module 'main.asy'")).toHaveLength(1);
  });

  it('say which program the server does not have', () => {
    const output =
      'Cannot execute xelatex\nPlease put in a file config.asy: \n\n    pic.addBox(position);\n              ^\n' +
      '/usr/share/asymptote/plain_Label.asy: 321.15: runtime: \n';
    expect(problemsOf('label("a");', output)).toMatchObject([
      { severity: 'error', message: 'xelatex is not installed on this server' },
    ]);
  });

  it('are told once', () => {
    expect(problemsOf('x', 'main.asy: 1.1: bad\nmain.asy: 1.1: bad')).toHaveLength(1);
  });

  it('are none in plain output', () => {
    expect(problemsOf('write(1);', '1\nhello: world\n')).toEqual([]);
  });
});

describe('what a stranger prints', () => {
  const project = { files: [{ name: 'main.asy', contents: 'draw(unitsquare);\n' }] };
  const { maxOutputUnits, maxProblems, maxTexErrors } = DIAGNOSIS_LIMITS;

  it('makes so many problems at most', () => {
    const lines = Array.from({ length: 5000 }, (_, i) => `main.asy: 1.${i + 1}: error ${i}`).join('\n');
    expect(findProblems(lines, project)).toHaveLength(maxProblems);
    const tex = Array.from({ length: 500 }, (_, i) => `! Error ${i}.\nl.${i} {x}`).join('\n');
    expect(findProblems(tex, project)).toHaveLength(maxTexErrors);
  });

  it('is read at its beginning and at its end', () => {
    const noise = 'x\n'.repeat(maxOutputUnits);
    const found = findProblems(`main.asy: 1.1: first\n${noise}main.asy: 1.2: last\n`, project);
    expect(found.map(({ message }) => message)).toEqual(['First', 'Last']);
  });

  it('is given up when time runs out, with what was found', () => {
    let now = 0;
    const clock = () => (now += DIAGNOSIS_LIMITS.maxMs / 4);
    const lines = Array.from({ length: 50 }, (_, i) => `main.asy: 1.${i + 1}: error ${i}`).join('\n');
    const found = findProblems(lines, project, clock);
    expect(found.length).toBeGreaterThan(0);
    expect(found.length).toBeLessThan(50);
  });

  it('does not find itself in what every object has', () => {
    expect(findProblems('constructor: 1.1: no\n__proto__: 1.1: no', project)).toMatchObject([
      { library: { file: 'constructor' } },
      { library: { file: '__proto__' } },
    ]);
  });
});
