import { describe, expect, it } from 'vitest';
import { DEFAULT_SUBMISSION_OPTIONS } from '@/core/submission/submission';
import type { RenderSubmission } from '../asy/command';
import { kindOf } from './kind';

function submission(source: string, options: Partial<RenderSubmission['options']>): RenderSubmission {
  const files = new Map([['main.asy', Buffer.from(source)]]);
  return { kind: 'render', main: 'main.asy', files, options: { ...DEFAULT_SUBMISSION_OPTIONS, ...options } };
}

describe('which tools stand by', () => {
  it.each([
    ['svg', '', { format: 'svg' }, undefined],
    ['svg with a shading', 'axialshade(unitsquare, red, (0,0), blue, (1,1));', { format: 'svg' }, 'shades'],
    ['svg by another TeX', 'settings.tex="pdflatex"; draw(unitcircle);', { format: 'svg' }, 'shades'],
    ['pdf', '', { format: 'pdf' }, 'paper'],
    ['a figure of a LaTeX document', 'settings.tex="pdflatex";\nsettings.outformat="";', { arguments: [] }, 'paper'],
    ['a program with options of its own', 'draw(unitcircle);', { arguments: [] }, undefined],
  ] as const)('%s', (_, source, options, tools) => {
    expect(kindOf(submission(source, options), [])?.tools).toBe(tools);
  });
});
