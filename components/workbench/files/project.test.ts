import { describe, expect, it } from 'vitest';
import { projectOf } from './project';

const file = (name: string, contents = '') => ({ name, contents });

describe('files that were opened together', () => {
  it.each([
    [[file('a.asy'), file('main.asy'), file('points.csv')], 'main.asy'],
    [[file('points.csv'), file('figure.asy')], 'figure.asy'],
    [[file('base.asy'), file('figure.asy', 'import base;\ndraw(shape);')], 'figure.asy'],
    [[file('a.asy', 'import b;'), file('b.asy', 'import a;')], 'a.asy'],
  ])('%j have a main file: %s', (files, main) => {
    expect(projectOf('d', files)).toEqual({ draft: { id: 'd', files, main, active: main } });
  });

  it('need a program', () => {
    expect(projectOf('d', [file('points.csv')])).toMatchObject({ failure: { code: 'bad-file' } });
  });

  it('have each name once', () => {
    expect(projectOf('d', [file('a.asy', '1'), file('a.asy', '2')])).toMatchObject({
      draft: { files: [{ contents: '2' }] },
    });
  });
});
