import { describe, expect, it } from 'vitest';
import { draftOf } from './draft';
import { lineEntry, matchEntries, outlineEntries } from './outline';

const draft = {
  ...draftOf('d', 'int n;\nstruct Box {\n  int width;\n}\nvoid f() { int inner; }'),
  files: [
    { name: 'shapes.asy', contents: 'path arch;' },
    { name: 'main.asy', contents: 'int n;\nstruct Box {\n  int width;\n}\nvoid f() { int inner; }' },
    { name: 'data.csv', contents: 'int no;' },
  ],
};

describe('the outline', () => {
  it('lists the file in the editor first, and nothing that only a function sees', () => {
    const entries = outlineEntries(draft);
    expect(entries.map(({ name, place }) => `${name} ${place.file}:${place.line}:${place.column}`)).toEqual([
      'n main.asy:1:5',
      'Box main.asy:2:8',
      'width main.asy:3:7',
      'f main.asy:5:6',
      'arch shapes.asy:1:6',
    ]);
  });

  it('is searched by name and structure', () => {
    expect(matchEntries(outlineEntries(draft), 'BOX wi').map(({ name }) => name)).toEqual(['width']);
    expect(matchEntries(outlineEntries(draft), '')).toHaveLength(5);
  });

  it('knows the lines by their numbers, and the last one for more than there are', () => {
    const lines = ['3', ' :2', '99', '0', 'n', '3px'].map((query) => lineEntry(draft, query)?.place.line);
    expect(lines).toEqual([3, 2, 5, 1, undefined, undefined]);
    expect(lineEntry(draft, '3')?.signature).toBe('int width;');
  });
});
