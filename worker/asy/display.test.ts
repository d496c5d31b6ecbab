import { describe, expect, it } from 'vitest';
import { DEFAULT_SUBMISSION_OPTIONS, type SubmissionOptions } from '@/core/submission/submission';
import { renderCommand } from './command';
import { needsDisplay, withDisplay } from './display';

function submission(code: string, options: Partial<SubmissionOptions> = {}) {
  const files = new Map([['main.asy', new TextEncoder().encode(code)]]);
  return { kind: 'render', main: 'main.asy', files, options: { ...DEFAULT_SUBMISSION_OPTIONS, ...options } } as const;
}

describe('a display', () => {
  it.each(['import three;', 'import graph, solids;', 'from graph3 access surface;', 'access three as t;'])(
    'is for pictures in space, except as a scene or drawn flat: %s',
    (code) => {
      for (const format of ['png', 'pdf', 'svg', 'eps'] as const) {
        expect(needsDisplay(submission(code, { format })), format).toBe(true);
        expect(needsDisplay(submission(code, { format, render: 0 })), format).toBe(false);
        expect(needsDisplay(submission(`settings.render = 0;\n${code}`, { format })), format).toBe(false);
      }
      for (const format of ['html', 'v3d'] as const)
        expect(needsDisplay(submission(code, { format })), format).toBe(false);
    },
  );

  it('is for an image that the program asks for itself, where a scene was asked for', () => {
    const code = (format: string) => `settings.outformat = "${format}";\nimport three;`;
    const needs = (text: string) => needsDisplay(submission(text, { format: 'html' }));
    expect(['png', 'pdf', 'svg', 'html', 'v3d'].map((format) => needs(code(format)))).toEqual([
      ...[true, true, true, false, false],
    ]);
    expect(needs(`settings.render=0;\n${code('png')}`)).toBe(false);
    expect(needs('settings.outformat = "png";')).toBe(false);
  });

  it('is not for others', () => {
    expect(needsDisplay(submission('import graph; int three = 3;', { format: 'png' }))).toBe(false);
  });

  it('is started beside asy, which keeps its words and takes as many pixels as by itself', () => {
    for (const format of ['png', 'pdf'] as const) {
      const request = submission('import three;', { format });
      const asy = renderCommand(request);
      const { command, environment } = withDisplay(asy, request);
      expect(command.slice(-asy.command.length + 1)).toEqual(asy.command.slice(1));
      expect(command.includes('-maxtile')).toBe(format === 'png');
      expect(command).not.toContain('-render');
      expect(environment).toEqual(asy.environment);
    }
  });

  it('is also for asy by its own options, which stay as they are', () => {
    const needs = (...args: string[]) => needsDisplay(submission('import three;', { arguments: args }));
    expect([needs(), needs('-f', 'pdf'), needs('-f', 'html'), needs('-render=0'), needs('-render', '4')]).toEqual([
      ...[true, true, false, false, true],
    ]);
    const request = submission('import three;', { arguments: ['-f', 'png'] });
    const asy = renderCommand(request);
    expect(withDisplay(asy, request).command.slice(-asy.command.length)).toEqual(asy.command);
  });
});
