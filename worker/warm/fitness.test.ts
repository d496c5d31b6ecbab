import { describe, expect, it } from 'vitest';
import { DEFAULT_SUBMISSION_OPTIONS, type SubmissionOptions } from '@/core/submission/submission';
import { fitsFaster, fitsWarm, needsRoom } from './fitness';

const MODULES = new Set(['plain', 'plain_Label', 'config']);

function submission(files: Record<string, string>, options: Partial<SubmissionOptions> = {}, main = 'main.asy') {
  const encoder = new TextEncoder();
  return {
    kind: 'render' as const,
    main,
    files: new Map(Object.entries(files).map(([name, text]) => [name, encoder.encode(text)])),
    options: { ...DEFAULT_SUBMISSION_OPTIONS, ...options },
  };
}

const figure = { 'main.asy': 'draw((0,0)--(1,1));' };

describe('submissions that fit a shortcut', () => {
  it('are the usual ones', () => {
    expect(fitsWarm(submission(figure), MODULES)).toBe(true);
    expect(fitsWarm(submission(figure, { format: 'pdf', durationSeconds: 3 }), MODULES)).toBe(true);
    expect(fitsWarm(submission({ ...figure, 'mine.asy': 'int x;', 'data.csv': 'eval' }), MODULES)).toBe(true);
  });

  it('ask for nothing that shows the steps of asy', () => {
    expect(fitsFaster(submission(figure, { verbosity: 1 }))).toBe(false);
    expect(fitsFaster(submission(figure, { engine: 'pdflatex' }))).toBe(false);
    expect(fitsFaster(submission(figure, { stderrRedir: false }))).toBe(true);
    expect(fitsWarm(submission(figure, { verbosity: 1 }), MODULES)).toBe(false);
    expect(fitsWarm(submission(figure, { scale: 2 }), MODULES)).toBe(false);
    for (const options of [{ stderrRedir: false }, { format: 'html' }, { engine: 'xelatex' }] as const)
      expect(fitsWarm(submission(figure, options), MODULES)).toBe(true);
    for (const options of [{ render: 4 }, { render: 0 }, { antialias: 1 }]) {
      expect(fitsFaster(submission(figure, options))).toBe(true);
      expect(fitsWarm(submission(figure, options), MODULES)).toBe(true);
    }
  });

  it('bring neither files of TeX nor large pictures', () => {
    expect(fitsFaster(submission({ ...figure, 'article.cls': '' }))).toBe(false);
    expect(fitsWarm(submission({ ...figure, 'mine.sty': '' }), MODULES)).toBe(false);
    const listsFonts: Record<string, string>[] = [
      { 'list.tex': '\\pdfmapfile{own.map}' },
      { 'main.asy': 'texpreamble("\\pdfmapline{x}");' },
    ];
    for (const own of listsFonts) {
      expect(fitsWarm(submission({ ...figure, ...own }), MODULES)).toBe(false);
      expect(fitsFaster(submission({ ...figure, ...own }))).toBe(false);
    }
    expect(fitsWarm(submission({ ...figure, 'logo.png': 'x'.repeat(1000) }), MODULES)).toBe(true);
    expect(fitsWarm(submission({ ...figure, 'photo.png': 'x'.repeat(1_000_000) }), MODULES)).toBe(false);
    expect(needsRoom(submission({ 'a.jpg': 'x'.repeat(200_000), 'b.jpg': 'x'.repeat(200_000) }).files)).toBe(true);
  });

  it('are called so that asy needs no options for the name', () => {
    expect(fitsWarm(submission({ 'other.asy': '' }, {}, 'other.asy'), MODULES)).toBe(true);
    expect(fitsWarm(submission({ 'two words.asy': '' }, {}, 'two words.asy'), MODULES)).toBe(false);
  });

  it('bring none of the modules that are loaded already', () => {
    for (const name of ['plain.asy', 'plain_Label.asy', 'config.asy', 'config.asy.asy'])
      expect(fitsWarm(submission({ ...figure, [name]: '' }), MODULES)).toBe(false);
  });

  it('cannot see how their asy was started', () => {
    for (const text of [
      'eval("int x;");',
      'write(settings.autoimport);',
      'asy("pdf","x");',
      'int dummy;',
      'cd("..");',
    ]) {
      expect(fitsWarm(submission({ 'main.asy': text }), MODULES)).toBe(false);
      expect(fitsWarm(submission({ ...figure, 'module.asy': text }), MODULES)).toBe(false);
    }
    expect(fitsWarm(submission({ 'main.asy': 'real evaluate; real abcd; // easy (' }), MODULES)).toBe(true);
  });

  it('may be called by options of asy, if these ask for no more than a format and a name', () => {
    for (const args of [[], ['-f', 'pdf'], ['-fsvg', '-o', 'x']])
      expect([args, fitsFaster(submission(figure, { arguments: args }))]).toEqual([args, true]);
    for (const args of [['-'], ['-f', 'html'], ['-tex', 'pdflatex'], ['-v'], ['-c', 'write(1);'], ['-f', 'pdf', '-bw']])
      expect([args, fitsFaster(submission(figure, { arguments: args }))]).toEqual([args, false]);
    expect(fitsWarm(submission(figure, { arguments: [] }), MODULES)).toBe(true);
    expect(fitsWarm(submission(figure, { arguments: ['-f', 'pdf'] }), MODULES)).toBe(false);
  });
});
