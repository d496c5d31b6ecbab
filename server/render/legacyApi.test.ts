import { describe, expect, it } from 'vitest';
import { fromStandardInput, readEstablishedOptions } from './legacyApi';

const read = (query: Record<string, string | string[]>) => {
  const options = readEstablishedOptions(query, [3, 10]);
  return options.ok ? options.value : options.failure.message;
};

// docs/render-api.md, 9
describe('the options of POST /', () => {
  it('have the names of asy, and html as the default', () => {
    expect(read({})).toMatchObject({ format: 'html' });
    expect(read({ f: 'pdf', render: '4', antialias: '2', tex: 'xelatex' })).toMatchObject({
      ...{ format: 'pdf', render: 4, antialias: 2, engine: 'xelatex' },
    });
    expect(read({ outformat: 'svg' })).toMatchObject({ format: 'svg' });
    for (const both of [
      { outformat: 'svg', f: 'png' },
      { f: 'png', outformat: 'svg' },
    ])
      expect(read(both)).toMatchObject({ format: 'png' });
  });

  it('may be switches without an effect, by name or as a flag', () => {
    const plain = read({ f: 'pdf' });
    const switches: Record<string, string | string[]>[] = [
      ...[{ prc: '' }, { prc: 'true' }, { noglobalread: '' }],
      ...[{ flag: 'noV' }, { flag: 'prc', safe: '' }, { flag: ['prc', 'noV'] }, { f: ['svg', 'pdf'] }],
    ];
    for (const query of switches) expect(read({ f: 'pdf', ...query })).toEqual(plain);
  });

  it('are refused where they ask for what is not given, by the name that was used', () => {
    for (const name of [
      'globalread',
      'globalwrite',
      'nosafe',
      'o',
      'outname',
      'cd',
      'autoimport',
      'format',
      'scale',
      '',
    ]) {
      expect(read({ [name]: '' })).toContain(`no option "${name}"`);
      expect(read({ flag: [name, 'prc'] })).toContain(`no option "${name}"`);
    }
    expect(read({ safe: 'false' })).toBe('Option "safe" has no value.');
    expect(read({ f: 'gif' })).toContain('Option "f" must be');
    expect(read({ outformat: 'gif' })).toContain('Option "outformat" must be');
    expect(read({ outformat: 'svg', f: 'gif' })).toContain('Option "f" must be');
    expect(read({ tex: 'sh' })).toContain('Option "tex" must be');
  });
});

describe('what asy says', () => {
  it('is as if the program came from its standard input', () => {
    const said = "drw(unitcircle);\n^\nmain.asy: 2.1: no matching variable 'drw'\n";
    expect(fromStandardInput(said)).toBe("-: 2.1: no matching variable 'drw'");
    expect(fromStandardInput('hi\nmain.asy: 3.6: out of bounds\n')).toBe('hi\n-: 3.6: out of bounds');
    expect(fromStandardInput(`${said}\tf(\n\t ^\nmain.asy: 3.1: more`)).toMatch(/^-: 2\.1: .*\n-: 3\.1: more$/);
  });

  it('keeps what is said of other files, and the words of the program', () => {
    for (const text of [
      'x;\n^\nvenn.asy: 3.1: no matching variable',
      'see main.asy: 1.1',
      'main.asy is mine',
      'a\n^\nb',
    ])
      expect(fromStandardInput(text)).toBe(text);
  });

  it('is read in one pass', () => {
    for (const piece of ['main.asy', '\n^', '\n', '^\n', ' ', '\n ', 'main.asy: ']) {
      const text = `x${piece.repeat(200_000)}x`;
      expect(fromStandardInput(text)).toBe(text);
    }
  });
});
