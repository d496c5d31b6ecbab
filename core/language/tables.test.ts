import { describe, expect, it } from 'vitest';
import { LanguageTables, importsOf } from './tables';

const FILES: Record<string, unknown> = {
  '/language/1/modules.json': ['graph', 'stats'],
  '/language/1/plain.json': [['draw', 'void draw(path p)', 'void draw(guide[] g)']],
  '/language/1/graph.json': [['graph', 'guide graph(real f(real))']],
};

describe('the imports of a program', () => {
  it('are found wherever a line begins with one', () => {
    const code =
      'import graph;\n access three as t;\nfrom math access mod;\nimport a, b;\n// import no;\nstring s = "import x;";';
    expect(importsOf(code)).toEqual(['graph', 'three', 'math', 'a', 'b']);
  });
});

describe('the tables of the language', () => {
  it('are those of plain and of what is imported, each loaded once', async () => {
    const asked: string[] = [];
    const tables = new LanguageTables('/language/1', async (address) => {
      asked.push(address);
      return FILES[address];
    });
    expect(await tables.signatures('import graph; import nobody;', 'graph')).toEqual(['guide graph(real f(real))']);
    expect(await tables.signatures('', 'draw')).toHaveLength(2);
    expect(await tables.signatures('', 'graph')).toEqual([]);
    expect(asked).toEqual(['/language/1/modules.json', '/language/1/plain.json', '/language/1/graph.json']);
  });

  it('are empty while they cannot be loaded', async () => {
    const tables = new LanguageTables('/x', () => Promise.reject(new Error('offline')));
    expect(await tables.signatures('', 'draw')).toEqual([]);
  });
});
