import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { SELF_CHECK_LIMITS } from '@/core/limits';
import { DEFAULT_SUBMISSION_OPTIONS } from '@/core/submission/submission';
import { createLog } from '@/platform/log';
import type { RenderSubmission } from '../asy/command';
import { Accusations } from './accusations';
import { Shortcuts } from './shortcuts';

const program = (source: string): RenderSubmission => ({
  kind: 'render',
  files: new Map([['main.asy', new TextEncoder().encode(source)]]),
  main: 'main.asy',
  options: DEFAULT_SUBMISSION_OPTIONS,
});

describe('accusations', () => {
  it('keep a program from the way it accuses, and nobody else', () => {
    const accusations = new Accusations(({ options }) => options.format);
    accusations.add(program('draw(a);'), '1.1.1.1');
    expect(accusations.isExcluded(program('draw(a);'))).toBe(true);
    expect(accusations.isExcluded(program('draw(b);'))).toBe(false);
    expect(accusations.believed).toEqual([]);
  });

  it('are not believed when they come from one address, are one program, or look at how they were started', () => {
    const accusations = new Accusations(({ options }) => options.format);
    for (let i = 0; i < 50; i += 1) {
      accusations.add(program(`draw(${i});`), '1.1.1.1');
      accusations.add(program('draw(same);'), `2.2.2.${i}`);
      accusations.add(program(`settings.texcommand="sh"; // ${i}`), `3.3.3.${i}`);
      accusations.add(program(`write(time()); // ${i}`), `4.4.4.${i}`);
      accusations.add(program(`file f=input("/proc/self/cmdline"); // ${i}`), `5.5.5.${i}`);
    }
    // The first of one address and the one that came from all are two, and one more is needed.
    expect(accusations.believed).toEqual([]);
    expect(accusations.add(program('draw(other);'), '6.6.6.6').isLast).toBe(true);
  });

  it('are believed when several people bring different programs, and name them', () => {
    const shortcuts = new Shortcuts(mkdtempSync(path.join(tmpdir(), 'asyground-test-')), createLog('test', 'silent'));
    for (let i = 0; i < SELF_CHECK_LIMITS.accusers; i += 1) {
      expect(shortcuts.differing).toEqual([]);
      shortcuts.accuse('warm', program(`draw(${i});`), `1.1.1.${i}`);
    }
    expect(shortcuts.differing).toEqual([expect.stringMatching(/^warm \(svg\): programs (?:[\da-f]{12}(?:, )?){3}$/)]);
  });

  it('turn a way off for programs of their kind, and for no others', () => {
    const accusations = new Accusations(({ options }) => options.format);
    for (let i = 0; i < SELF_CHECK_LIMITS.accusers; i += 1) accusations.add(program(`draw(${i});`), `1.1.1.${i}`);
    const other = program('draw(another);');
    expect(accusations.isExcluded(other)).toBe(true);
    expect(accusations.isExcluded({ ...other, options: { ...other.options, format: 'pdf' } })).toBe(false);
  });

  it('are kept of so many programs only', () => {
    const accusations = new Accusations(({ options }) => options.format);
    for (let i = 0; i <= SELF_CHECK_LIMITS.maxExcludedPrograms; i += 1) accusations.add(program(`${i}`), '1.1.1.1');
    expect(accusations.isExcluded(program('0'))).toBe(false);
    expect(accusations.isExcluded(program('1'))).toBe(true);
  });
});
