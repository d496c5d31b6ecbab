import { describe, expect, it } from 'vitest';
import { graphBodySchema } from '@/core/taskgraph/taskSchema';
import { projectGraph } from './projectGraph';

const NO_CHOICE = { engine: null };

describe('a project as a graph', () => {
  const files = [
    { name: 'main.asy', contents: 'import shapes;\ndraw(shape);' },
    { name: 'shapes.asy', contents: 'path shape = unitcircle;' },
    { name: 'other.asy', contents: '  include "lib.asy";\ndraw(unitsquare);' },
    { name: 'lib.asy', contents: '' },
    { name: 'p.png', contents: Uint8Array.of(1, 2) },
  ];

  it('draws every program that is not a part of others, with all files', () => {
    const graph = projectGraph({ id: 'd', files, main: 'main.asy', active: 'main.asy' }, NO_CHOICE);
    expect(Object.keys(graph.tasks)).toEqual(['main.asy', 'other.asy']);
    expect(graph.tasks['other.asy']?.command?.render).toMatchObject({
      main: 'other.asy',
      files: { 'shapes.asy': 'path shape = unitcircle;', 'p.png': { base64: 'AQI=' } },
    });
    expect(graphBodySchema.safeParse(graph).success).toBe(true);
  });

  it('keeps the engine of TeX that was chosen, or that the program needs', () => {
    const draft = { id: 'd', files, main: 'main.asy', active: 'main.asy' };
    const options = (graph: ReturnType<typeof projectGraph>) => graph.tasks['main.asy']?.command?.render?.options;
    expect(options(projectGraph(draft, { engine: 'lualatex' }))).toEqual({ engine: 'lualatex' });
    expect(options(projectGraph({ ...draft, engine: 'xelatex' }, NO_CHOICE))).toEqual({ engine: 'xelatex' });
    expect(options(projectGraph(draft, NO_CHOICE))).toBeUndefined();
    const withPhoto = {
      ...draft,
      files: [...files.slice(1), { name: 'main.asy', contents: 'label(graphic("p.png"));' }],
    };
    expect(options(projectGraph(withPhoto, NO_CHOICE))).toEqual({ engine: 'pdflatex' });
  });

  it('draws the main program in any case', () => {
    const graph = projectGraph({ id: 'd', files, main: 'shapes.asy', active: 'main.asy' }, NO_CHOICE);
    expect(Object.keys(graph.tasks)).toEqual(['main.asy', 'shapes.asy', 'other.asy']);
  });
});
