import { describe, expect, it } from 'vitest';
import { parseRenderOptions } from './options';

const parse = (given: Record<string, unknown>, levelSeconds = [3, 10, 30]) => {
  const read = parseRenderOptions(given, levelSeconds);
  return read.ok ? read.value : read.failure;
};

/** docs/render-api.md, 4 */
describe('render options', () => {
  it('are those of asyonline where none are given', () => {
    expect(parse({})).toEqual({ format: 'svg', stderrRedir: true, verbosity: 0 });
    expect(parse({ scale: null, engine: undefined })).toEqual({ format: 'svg', stderrRedir: true, verbosity: 0 });
  });

  it('mean the same as JSON and as words of an address', () => {
    const json = { format: 'png', scale: 2, duration: 5, render: 4, antialias: 2, verbosity: 1, stderrRedir: false };
    const words = Object.fromEntries(Object.entries(json).map(([name, value]) => [name, String(value)]));
    expect(parse(words)).toEqual(parse(json));
    expect(parse(json)).toEqual({
      ...{ format: 'png', scale: 2, durationSeconds: 5, render: 4, antialias: 2 },
      ...{ verbosity: 1, stderrRedir: false },
    });
  });

  it('name a class instead of a duration', () => {
    expect(parse({ class: 'medium' })).toMatchObject({ durationSeconds: 10 });
    expect(parse({ class: 'default' })).not.toHaveProperty('durationSeconds');
    expect(parse({ duration: 500 })).toMatchObject({ durationSeconds: 30 });
    expect(parse({ class: 'slow', duration: 2 })).toMatchObject({ code: 'bad-option' });
  });

  it('name the classes by the levels in force', () => {
    const seconds = (levelSeconds: number[]) =>
      ['fast', 'medium', 'slow'].map((name) => {
        const options = parse({ class: name }, levelSeconds);
        return 'durationSeconds' in options ? options.durationSeconds : options;
      });
    expect(seconds([5])).toEqual([5, 5, 5]);
    expect(seconds([4, 20])).toEqual([4, 20, 20]);
    expect(seconds([1, 2, 60])).toEqual([1, 2, 60]);
    expect(seconds([1, 2, 8, 60])).toEqual([1, 8, 60]);
    expect(parse({ duration: 500 }, [4, 20])).toMatchObject({ durationSeconds: 20 });
  });

  it('take colours by digits and by name', () => {
    expect(parse({ background: '#FfEeCc' })).toMatchObject({ background: 'ffeecc' });
    expect(parse({ background: '0af' })).toMatchObject({ background: '00aaff' });
    expect(parse({ background: 'white' })).toMatchObject({ background: 'ffffff' });
  });

  it.each([
    [{ format: 'gif' }, 'Option "format" must be one of svg, pdf, png, html, eps, v3d.'],
    [{ engine: 'word' }, 'Option "engine" must be one of latex'],
    [{ scale: 0 }, 'Option "scale" must be a number from 0.1 to 10.'],
    [{ scale: '' }, 'Option "scale" must be a number from 0.1 to 10.'],
    [{ scale: 'NaN' }, 'Option "scale" must be a number'],
    [{ duration: -1 }, 'Option "duration" must be a number of seconds greater than 0.'],
    [{ duration: 'Infinity' }, 'Option "duration" must be a number of seconds'],
    [{ background: 'rgb(1,2,3)' }, 'Option "background" must be a colour'],
    [{ background: '__proto__' }, 'Option "background" must be a colour'],
    [{ verbosity: 4 }, 'Option "verbosity" must be one of 0, 1, 2, 3.'],
    [{ stderrRedir: 1 }, 'Option "stderrRedir" must be true or false.'],
    [{ backgroud: 'red' }, 'There is no option "backgroud"; did you mean "background"?'],
    [{ __proto__x: 1 }, 'There is no option "__proto__x"; there are format,'],
    [{ format: 'html', scale: 2 }, 'Option "scale" is for svg, pdf, png and eps, not for html.'],
  ])('says what is wrong with %j', (given, words) => {
    expect(parse(given)).toMatchObject({ code: 'bad-option', message: expect.stringContaining(words) });
  });

  it("are asy's own, or those beside them", () => {
    expect(parse({ arguments: ['-tex', 'pdflatex'], class: 'fast', stderrRedir: false })).toEqual({
      ...{ arguments: ['-tex', 'pdflatex'], durationSeconds: 3 },
      ...{ format: 'svg', stderrRedir: false, verbosity: 0 },
    });
    expect(parse({ arguments: [], format: 'pdf' })).toMatchObject({
      ...{ code: 'bad-option', message: 'Give either "arguments" or "format".' },
    });
    for (const wrong of [['-nosafe'], ['-o', '../x'], ['x.asy'], '-v', [1]])
      expect(parse({ arguments: wrong })).toMatchObject({ code: 'bad-option' });
  });
});
