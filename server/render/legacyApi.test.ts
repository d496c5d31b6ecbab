import { describe, expect, it } from 'vitest';
import { readEstablishedOptions } from './legacyApi';

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
    for (const query of [
      { prc: '' },
      { prc: 'true' },
      { noglobalread: '' },
      { flag: 'noV' },
      { flag: 'prc', safe: '' },
    ])
      expect(read({ f: 'pdf', ...query } as Record<string, string>)).toEqual(plain);
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
      expect(read({ flag: name })).toContain(`no option "${name}"`);
    }
    expect(read({ safe: 'false' })).toBe('Option "safe" has no value.');
    expect(read({ f: 'gif' })).toContain('Option "f" must be');
    expect(read({ outformat: 'gif' })).toContain('Option "outformat" must be');
    expect(read({ outformat: 'svg', f: 'gif' })).toContain('Option "f" must be');
    expect(read({ tex: 'sh' })).toContain('Option "tex" must be');
    expect(read({ f: ['svg', 'pdf'] })).toContain('may be given once');
  });
});
