import { describe, expect, it } from 'vitest';
import { neededFiles } from './imports';

/** docs/cli.md, 3 */
describe('what a program needs', () => {
  it.each([
    ['import shapes;', ['shapes.asy']],
    ['import graph, shapes as s;', ['graph.asy', 'shapes.asy']],
    ['import "my shapes" as s;', ['my shapes.asy']],
    ['access shapes;', ['shapes.asy']],
    ['from shapes access triangle;', ['shapes.asy']],
    ['from "shapes.asy" unravel f, g;', ['shapes.asy']],
    ['include shapes;', ['shapes.asy']],
    ['include "shapes.asy";', ['shapes.asy']],
    ['file f = input("data.csv").line();', ['data.csv']],
    ['input("europe.geojson"); input("table.weird");', ['europe.geojson', 'table.weird']],
    ["label(graphic('photo.png','width=2cm'),(0,0));", ['photo.png']],
    ['texpreamble("\\input{words.tex}");', ['words.tex']],
    ['// import one;\n/* import two;\n */ import three;', ['three.asy']],
    ['label("// import no;");', []],
    ['real important = 1; write("import x");', []],
    ['draw((0,0)--(1,1));', []],
  ])('%s', (source, files) => {
    expect(neededFiles(source)).toEqual(files);
  });
});
