import { describe, expect, it } from 'vitest';
import { DEFAULT_SUBMISSION_OPTIONS, type SubmissionOptions } from '@/core/submission/submission';
import { renderCommand } from './command';

function commandFor(main: string, options: Partial<SubmissionOptions> = {}, others: string[] = []) {
  const files = new Map([main, ...others].map((name) => [name, new Uint8Array()]));
  return renderCommand({ kind: 'render', files, main, options: { ...DEFAULT_SUBMISSION_OPTIONS, ...options } });
}

describe('the command line of asy', () => {
  it('asks for the format, and names the main file last', () => {
    expect(commandFor('main.asy', { format: 'pdf' }).command).toEqual([
      'asy',
      '-noglobalread',
      '-f',
      'pdf',
      '-offline',
      'main.asy',
    ]);
    expect(commandFor('main.asy').stem).toBe('main');
  });

  it('passes verbosity and engine, and keeps 3D pages self-contained', () => {
    expect(commandFor('a.asy', { verbosity: 3, engine: 'lualatex' }).command).toEqual([
      'asy',
      '-noglobalread',
      '-vvv',
      '-tex',
      'lualatex',
      '-f',
      'svg',
      '-offline',
      'a.asy',
    ]);
  });

  it('gives a picture a plain name where TeX could not read the own one', () => {
    expect(commandFor('größe 1.asy')).toMatchObject({
      stem: 'picture',
      command: expect.arrayContaining(['-o', 'picture', 'größe 1.asy']),
    });
    expect(commandFor('ä.asy', {}, ['picture.csv']).stem).toBe('picture1');
  });
});

describe('the look of a picture', () => {
  it('is an argument where asy has one', () => {
    const { command, extraFile } = commandFor('main.asy', { render: 4, antialias: 2 });
    expect(command.slice(-5)).toEqual(['-render', '4', '-antialias', '2', 'main.asy']);
    expect(extraFile).toBeUndefined();
  });

  it('is a program around the main file where asy has none', () => {
    const { command, stem, extraFile } = commandFor('a.asy', { scale: 1.5, background: 'ffeecc' });
    expect(command.slice(-3)).toEqual(['-o', 'a', '.presentation.asy']);
    expect(stem).toBe('a');
    expect(extraFile?.[0]).toBe('.presentation.asy');
    expect(new TextDecoder().decode(extraFile?.[1]).split('\n')).toEqual([
      'currentlight.background=rgb("ffeecc");',
      'orientation=new frame(frame f) {return scale(1.5)*f;};',
      'include "a.asy";',
      'currentlight.background=rgb("ffeecc");',
    ]);
  });

  it('is a sheet around the finished picture, also of a program that turns it', () => {
    const { extraFile } = commandFor('a.asy', { scale: 2, sheet: { width: 1200, height: 630 } });
    const program = new TextDecoder().decode(extraFile?.[1]);
    expect(program).toContain('fill(sheet,box((0,0),(1200,630)),rgb("ffffff"));');
    expect(program).not.toContain('scale(2)');
    expect(program.indexOf('orientation=asyground_on_sheet;')).toBeLessThan(program.indexOf('include "a.asy";'));
    expect(program.indexOf('asyground_turned')).toBeGreaterThan(program.indexOf('include "a.asy";'));
  });

  it('calls asy by its own options alone, with the main file where asy expects it', () => {
    const words = (...args: string[]) => commandFor('a b.asy', { arguments: args }).command;
    expect(words('-tex', 'pdflatex')).toEqual(['asy', '-noglobalread', '-tex', 'pdflatex', 'a b.asy']);
    expect(words('-c', 'write(1);')).toEqual(['asy', '-noglobalread', '-c', 'write(1);']);
    expect(words('-version')).toEqual(['asy', '-noglobalread', '-version']);
    expect(words('-f', 'pdf', '-').slice(3)).toEqual(['a b.asy', '-noglobalread', '-f', 'pdf', '-']);
  });
});
