import { describe, expect, it } from 'vitest';
import type { Problem } from '@/core/diagnostics/problems';
import { problemsOf } from './state';
import type { Report } from './slices/runSlice';

const SYNTAX: Problem = { severity: 'error', message: 'Syntax error' };
const OTHER: Problem = { severity: 'error', message: "No matching variable 'x'" };

function report(revision: number, kind: 'success' | 'stopped' | 'failed', ...problems: Problem[]): Report {
  return { revision, words: { kind, title: '' }, problems };
}

const check = (revision: number, ...problems: Problem[]) => ({ revision, problems });

describe('the problems in force', () => {
  it('are those of the render, until newer code cannot be read', () => {
    expect(problemsOf({ report: report(1, 'failed', OTHER), check: undefined })).toEqual([OTHER]);
    expect(problemsOf({ report: report(1, 'failed', OTHER), check: check(2, SYNTAX) })).toEqual([SYNTAX]);
    expect(problemsOf({ report: report(2, 'failed', OTHER), check: check(2, SYNTAX) })).toEqual([OTHER]);
    expect(problemsOf({ report: report(2, 'success'), check: check(1, SYNTAX) })).toEqual([]);
  });

  it('stay if a check could not have found them', () => {
    expect(problemsOf({ report: report(1, 'failed', OTHER), check: check(2) })).toEqual([OTHER]);
    expect(problemsOf({ report: report(1, 'failed', SYNTAX), check: check(2) })).toEqual([]);
  });

  it('are those of the check if the render did not come to the code', () => {
    expect(problemsOf({ report: undefined, check: check(1, SYNTAX) })).toEqual([SYNTAX]);
    expect(problemsOf({ report: report(2, 'stopped'), check: check(2, SYNTAX) })).toEqual([SYNTAX]);
    expect(problemsOf({ report: report(2, 'failed'), check: check(2, SYNTAX) })).toEqual([SYNTAX]);
  });
});
