import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEFAULT_SUBMISSION_LIMITS } from '@/core/submission/limits';
import { ExampleModules } from './exampleModules';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'examples-'));
  const files = {
    'venn.asy': 'draw(unitcircle);',
    'outer.asy': 'import inner; file f=input("points.dat");',
    'inner.asy': 'import outer; write("secret");',
    'points.dat': '1 2 3',
    secret: 'not a file of a submission',
    'large.asy': 'x'.repeat(1000),
  };
  for (const [name, text] of Object.entries(files)) await writeFile(path.join(folder, name), text);
});
afterAll(() => rm(folder, { recursive: true }));

async function namesFor(source: string, limits = {}): Promise<string[]> {
  const all = { ...DEFAULT_SUBMISSION_LIMITS, ...limits };
  const files = await new ExampleModules(folder).complete(['main.asy', Buffer.from(source)], all);
  return files.map(([name]) => name);
}

describe('example modules', () => {
  it('come with a program that names them, in every form', async () => {
    for (const source of [
      'import venn;',
      'access venn as v;',
      'from venn access *;',
      'include "venn";',
      'import\n venn;',
    ])
      expect([source, await namesFor(source)]).toEqual([source, ['main.asy', 'venn.asy']]);
  });

  it('bring what they need themselves, each once', async () => {
    expect(await namesFor('import outer; import outer;')).toEqual(['main.asy', 'outer.asy', 'inner.asy', 'points.dat']);
  });

  it('stay out of every other program', async () => {
    for (const source of ['import graph;', 'draw(venn);', 'reimport venn;', 'import "../venn";', 'import main;'])
      expect([source, await namesFor(source)]).toEqual([source, ['main.asy']]);
  });

  it('take no room that there is not', async () => {
    expect(await namesFor('import large; import venn;', { maxProgramBytes: 100 })).toEqual(['main.asy', 'venn.asy']);
    expect(await namesFor('import venn; import outer;', { maxFiles: 2 })).toEqual(['main.asy', 'venn.asy']);
  });

  it('are none where they are not installed', async () => {
    const files = await new ExampleModules(path.join(folder, 'nowhere')).complete(
      ['main.asy', Buffer.from('import venn;')],
      DEFAULT_SUBMISSION_LIMITS,
    );
    expect(files).toHaveLength(1);
  });

  it('are found in a program of any shape without delay', async () => {
    const hostile = [
      'import '.repeat(18_000),
      `import${' '.repeat(130_000)}`,
      '"'.repeat(131_000),
      'a'.repeat(131_000),
    ];
    for (const source of hostile) expect(await namesFor(source)).toEqual(['main.asy']);
  });
});
