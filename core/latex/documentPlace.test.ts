import { describe, expect, it } from 'vitest';
import { documentPlace } from './documentPlace';
import { partsOf, type Environment } from './environments';
import { figureOf } from './figure';

/** docs/asy.md, 7 */

const HEADER = [
  'if(!settings.multipleView) settings.batchView=false;',
  'defaultfilename="book-2";',
  'settings.outformat="";',
];

const TEX = String.raw`\begin{asydef}
pen mine = red;
\end{asydef}
% \begin{asy} of no account
\input{one} \include{two}% \input{three}
\begin{asy}
draw(unitcircle);
\end{asy}
\asyinclude[width=2cm]{drawn}
  \begin{asy}[inline=true]

  draw(unitsquare,   mime);
	label("##", (0,0));
\end{asy}`;

const environments = partsOf('book.tex', TEX).flatMap((part): Environment[] =>
  part.type === 'environment' ? [part.environment] : [],
);

describe('figures of a document', () => {
  it('are known by their header and their name', () => {
    const source = [...HEADER, '', 'draw(unitsquare);'].join('\n');
    expect(figureOf('book-2', source)).toEqual({ job: 'book', number: 2, headerLines: 3 });
    expect(figureOf('a-b-2', source.replace('book-2', 'a-b-2'))).toMatchObject({ job: 'a-b' });
    expect(figureOf('book-3', source)).toBeUndefined();
    expect(figureOf('figure', source)).toBeUndefined();
    expect(figureOf('book-2', 'defaultfilename="book-2";')).toBeUndefined();
  });

  it('stand between other parts of it', () => {
    const parts = partsOf('book.tex', TEX).map((part) =>
      part.type === 'environment' ? part.environment.kind : part.name,
    );
    expect(parts).toEqual(['asydef', 'one', 'two', 'asy', 'drawn', 'asy']);
    expect(environments.map(({ firstLine }) => firstLine)).toEqual([2, 7, 11]);
    expect(partsOf('x', '\\begin{asy}\nnever ended')).toMatchObject([{ environment: { lines: ['never ended'] } }]);
  });

  it('lead back to the lines they were written at', () => {
    const source = [
      ...HEADER,
      '',
      'pen mine = red;',
      '',
      'draw(unitsquare, mime);',
      'label("##", (0,0));',
      'size(3cm,0);',
    ].join('\n');
    const figure = { job: 'book', number: 2, headerLines: 3 };
    const at = (line: number, column: number) => documentPlace(source, figure, { line, column }, environments);
    expect(at(7, 18)).toEqual({ file: 'book.tex', line: 12, column: 22 });
    expect(at(8, 1)).toEqual({ file: 'book.tex', line: 13, column: 2 });
    expect(at(5, 5)).toEqual({ file: 'book.tex', line: 2, column: 5 });
    // The header and the size are nobody's lines.
    expect([at(1, 1), at(9, 1), at(99, 1)]).toEqual([undefined, undefined, undefined]);
    // Another number, as after a figure was put in front: what it says decides.
    expect(documentPlace(source, { ...figure, number: 1 }, { line: 7, column: 1 }, environments)?.line).toBe(12);
    expect(documentPlace(source.replace('mime', 'more'), figure, { line: 7, column: 1 }, environments)).toBeUndefined();
  });
});
