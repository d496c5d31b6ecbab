import { describe, expect, it } from 'vitest';
import { draftOf, type Draft } from './draft';
import { freeName, movedTo, renamed, withFiles, withMain, withoutFile, type Changed } from './draftFiles';

const MAIN = draftOf('d', 'draw(unitcircle);');

function must(changed: Changed): Draft {
  if ('failure' in changed) throw new Error(changed.failure.message);
  return changed.draft;
}

function why(changed: Changed): string | undefined {
  return 'failure' in changed ? changed.failure.message : undefined;
}

const names = ({ files }: Draft) => files.map(({ name }) => name);
const TWO = must(withFiles(MAIN, [{ name: 'shapes.asy', contents: 'int x;' }], 'shown'));

describe('the files of a draft', () => {
  it('are added, replaced by name, and come into the editor', () => {
    expect(names(TWO)).toEqual(['main.asy', 'shapes.asy']);
    expect(TWO.active).toBe('shapes.asy');
    const again = must(
      withFiles(
        TWO,
        [
          { name: 'shapes.asy', contents: 'int y;' },
          { name: 'a.csv', contents: '1' },
          { name: 'a.csv', contents: '2' },
        ],
        'shown',
      ),
    );
    expect(again.files.slice(1)).toEqual([
      { name: 'shapes.asy', contents: 'int y;' },
      { name: 'a.csv', contents: '2' },
    ]);
  });

  it('have names that the server takes', () => {
    expect(why(withFiles(MAIN, [{ name: 'data', contents: '' }], 'shown'))).toContain('must end in');
    expect(why(renamed(TWO, 'shapes.asy', 'a/b.asy'))).toContain('slash');
    expect(why(renamed(TWO, 'shapes.asy', 'main.asy'))).toContain('already');
    expect(why(renamed(TWO, 'main.asy', 'main.txt'))).toContain('must end in .asy');
  });

  it('keep their part when they are renamed', () => {
    expect(must(renamed(TWO, 'main.asy', 'picture.asy'))).toMatchObject({ main: 'picture.asy', active: 'shapes.asy' });
    expect(must(renamed(TWO, 'shapes.asy', 'forms.asy')).active).toBe('forms.asy');
  });

  it('can go, but not the main one', () => {
    expect(must(withoutFile(TWO, 'shapes.asy'))).toEqual({ ...MAIN, active: 'main.asy' });
    expect(why(withoutFile(TWO, 'main.asy'))).toContain('main');
    const other = must(withMain(TWO, 'shapes.asy'));
    expect(names(must(withoutFile(other, 'main.asy')))).toEqual(['shapes.asy']);
    expect(why(withMain(must(withFiles(MAIN, [{ name: 'a.csv', contents: '' }], 'shown')), 'a.csv'))).toContain('.asy');
  });

  it('can be put in another order', () => {
    expect(names(movedTo(TWO, 'shapes.asy', 0))).toEqual(['shapes.asy', 'main.asy']);
    expect(names(movedTo(TWO, 'main.asy', 9))).toEqual(['shapes.asy', 'main.asy']);
    expect(movedTo(TWO, 'nobody.asy', 0)).toBe(TWO);
  });

  it('are at most so many', () => {
    const many = Array.from({ length: 64 }, (_, index) => ({ name: `m${index}.asy`, contents: '' }));
    expect(why(withFiles(MAIN, many, 'shown'))).toContain('64');
  });

  it('get a name of their own when they are new', () => {
    expect(freeName(MAIN)).toBe('module.asy');
    expect(freeName(must(withFiles(MAIN, [{ name: 'module.asy', contents: '' }], 'shown')))).toBe('module2.asy');
  });
});
