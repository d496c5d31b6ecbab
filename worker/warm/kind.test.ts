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
    ['pdf', '', { format: 'pdf' }, true],
    ['a figure of a LaTeX document', 'settings.tex="pdflatex";\nsettings.outformat="";', { arguments: [] }, true],
    ['a program with options of its own', 'draw(unitcircle);', { arguments: [] }, undefined],
  ] as const)('%s', (_, source, options, isForPaper) => {
    expect(kindOf(submission(source, options), [])?.isForPaper).toBe(isForPaper);
  });
});
