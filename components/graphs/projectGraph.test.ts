import { describe, expect, it } from 'vitest';
import { graphBodySchema } from '@/core/taskgraph/taskSchema';
import { projectGraph } from './projectGraph';

describe('a project as a graph', () => {
  const files = [
    { name: 'main.asy', contents: 'import shapes;\ndraw(shape);' },
    { name: 'shapes.asy', contents: 'path shape = unitcircle;' },
    { name: 'other.asy', contents: '  include "lib.asy";\ndraw(unitsquare);' },
    { name: 'lib.asy', contents: '' },
    { name: 'p.png', contents: Uint8Array.of(1, 2) },
  ];

  it('draws every program that is not a part of others, with all files', () => {
    const graph = projectGraph({ id: 'd', files, main: 'main.asy', active: 'main.asy' });
    expect(Object.keys(graph.tasks)).toEqual(['main.asy', 'other.asy']);
    expect(graph.tasks['other.asy']?.command?.render).toMatchObject({
      main: 'other.asy',
      files: { 'shapes.asy': 'path shape = unitcircle;', 'p.png': { base64: 'AQI=' } },
    });
    expect(graphBodySchema.safeParse(graph).success).toBe(true);
  });

  it('draws the main program in any case', () => {
    const graph = projectGraph({ id: 'd', files, main: 'shapes.asy', active: 'main.asy' });
    expect(Object.keys(graph.tasks)).toEqual(['main.asy', 'shapes.asy', 'other.asy']);
  });
});
