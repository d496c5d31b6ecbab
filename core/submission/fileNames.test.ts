import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { SUBMISSION_LIMITS } from '@/core/limits';
import { checkFileName, isProgramName } from './fileNames';

// docs/asyonline.md, 5 and 6
describe('a file name', () => {
  it.each([
    ...['main.asy', 'My drawing 2.asy', 'Чертёж.asy', '図.asy', 'a..asy', '__proto__.asy'],
    ...['data.csv', 'logo.png', 'Photo.JPEG', 'ring.obj', '1crn.pdb1', 'mine.sty', 'track.gpx', 'run.sh'],
  ])('%j is fine', (name) => {
    expect(checkFileName(name, SUBMISSION_LIMITS)).toBeUndefined();
  });

  it.each([
    ['', 'must end in .asy or'],
    ['main', 'must end in .asy or'],
    ['main.ASY', 'must end in .asy or'],
    ['main.asy ', 'must end in .asy or'],
    ['data.', 'must end in .asy or'],
    ['data.c-s-v', 'must end in .asy or'],
    [`data.${'x'.repeat(17)}`, 'must end in .asy or'],
    ['.asy', 'may not start with'],
    ['-f.asy', 'may not start with'],
    ['../up.asy', 'may not contain a slash'],
    ['a/b.asy', 'may not contain a slash'],
    ['a\\b.asy', 'may not contain a slash'],
    ['a\0.asy', 'control character'],
    ['a\n.asy', 'control character'],
    ['a\u0085.asy', 'control character'],
    ['half \ud800.asy', 'control character'],
  ])('%j is refused', (name, words) => {
    expect(checkFileName(name, SUBMISSION_LIMITS)?.message).toContain(words);
  });

  it('may be limited to some endings by an operator', () => {
    const limits = { ...SUBMISSION_LIMITS, dataExtensions: ['csv'] };
    expect(checkFileName('data.csv', limits)).toBeUndefined();
    expect(checkFileName('main.asy', limits)).toBeUndefined();
    expect(checkFileName('data.txt', limits)?.message).toContain('must end in one of .asy, .csv');
  });

  it('is measured in bytes', () => {
    expect(checkFileName(`${'a'.repeat(124)}.asy`, SUBMISSION_LIMITS)).toBeUndefined();
    expect(checkFileName(`${'a'.repeat(125)}.asy`, SUBMISSION_LIMITS)?.message).toContain('at most 128 bytes');
    expect(checkFileName(`${'ж'.repeat(62)}.asy`, SUBMISSION_LIMITS)).toBeUndefined();
    expect(checkFileName(`${'ж'.repeat(63)}.asy`, SUBMISSION_LIMITS)?.message).toContain('at most 128 bytes');
  });

  it('that passes can leave neither its folder nor its place on a command line', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom(...'aж .-/\\\0\n') }),
        fc.constantFrom('asy', 'csv', 'png'),
        (stem, extension) => {
          const name = `${stem}.${extension}`;
          if (checkFileName(name, SUBMISSION_LIMITS) !== undefined) return;
          expect(name).not.toMatch(/^[-.]|[/\\\0-\x1f]/);
        },
      ),
    );
  });

  it('names a program only with .asy', () => {
    expect(isProgramName('main.asy')).toBe(true);
    expect(isProgramName('main.csv')).toBe(false);
    expect(isProgramName('asy')).toBe(false);
  });
});
