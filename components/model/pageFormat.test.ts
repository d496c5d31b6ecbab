import { describe, expect, it } from 'vitest';
import { draftOf } from './draft';
import { formatOf, isSpatial } from './pageFormat';
import { DEFAULT_SETTINGS } from './settings';

const draft = (code: string, ...others: [string, string][]) => ({
  ...draftOf('d', code),
  files: [{ name: 'main.asy', contents: code }, ...others.map(([name, contents]) => ({ name, contents }))],
});

describe('the format of a picture', () => {
  it('is a scene where the program imports what draws in space', () => {
    expect(isSpatial(draft('import solids;\ndraw(unitsphere);'))).toBe(true);
    expect(isSpatial(draft('import graph, graph3;'))).toBe(true);
    expect(isSpatial(draft('import graph;\n// import three;'))).toBe(false);
  });

  it('looks into the files of the draft, round in circles too', () => {
    expect(isSpatial(draft('import a;', ['a.asy', 'import b;'], ['b.asy', 'import a; import tube;']))).toBe(true);
    expect(isSpatial(draft('import a;', ['a.asy', 'import main;'], ['unused.asy', 'import three;']))).toBe(false);
    expect(isSpatial(draft('import three;', ['three.asy', 'int three = 3;']))).toBe(false);
  });

  it('is the chosen one, and flat where the program turned out to be', () => {
    const state = { settings: DEFAULT_SETTINGS, draft: draft('import three;'), flatDraft: undefined };
    expect(formatOf(state)).toBe('html');
    expect(formatOf({ ...state, settings: { ...DEFAULT_SETTINGS, chosenFormat: 'png' } })).toBe('png');
    expect(formatOf({ ...state, flatDraft: 'd' })).toBe('svg');
    expect(formatOf({ ...state, draft: draft('draw(unitcircle);') })).toBe('svg');
  });
});
