import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DEFAULT_SUBMISSION_OPTIONS, type SubmissionOptions } from '@/core/submission/submission';
import { cacheKey } from './cacheKey';

const sha256 = (parts: readonly (string | Uint8Array)[]) =>
  parts.reduce((hash, part) => hash.update(part), createHash('sha256')).digest('hex');

function key(files: Record<string, string>, options: Partial<SubmissionOptions> = {}, toolchain = '1', main = 'a.asy') {
  const bytes = Object.entries(files).map(([name, text]) => [name, new TextEncoder().encode(text)] as const);
  const submission = { kind: 'render', files: new Map(bytes), main } as const;
  return cacheKey({ ...submission, options: { ...DEFAULT_SUBMISSION_OPTIONS, ...options } }, toolchain, sha256);
}

/** docs/render-api.md, 12 */
describe('the key of a render', () => {
  it('does not depend on any order', () => {
    expect(key({ 'a.asy': 'x', 'b.asy': 'y' }, { engine: 'tex', scale: 2 })).toBe(
      key({ 'b.asy': 'y', 'a.asy': 'x' }, { scale: 2, engine: 'tex', background: undefined }),
    );
  });

  it('differs with everything that makes a difference', () => {
    const variants: Partial<SubmissionOptions>[] = [
      { durationSeconds: 3 },
      { durationSeconds: 10 },
      { format: 'pdf' },
      { stderrRedir: false },
      { verbosity: 1 },
      { engine: 'latex' },
      { scale: 2 },
      { render: 2 },
      { antialias: 2 },
      { background: 'ffffff' },
    ];
    const keys = [
      key({ 'a.asy': 'x' }),
      key({ 'a.asy': 'x' }, {}, '2'),
      key({ 'a.asy': 'x', 'b.asy': 'x' }),
      key({ 'a.asy': 'x', 'b.asy': 'x' }, {}, '1', 'b.asy'),
      ...variants.map((options) => key({ 'a.asy': 'x' }, options)),
    ];
    expect(new Set(keys).size).toBe(keys.length);
  });

  it('never runs files together', () => {
    const contents = fc.dictionary(fc.constantFrom('a.asy', 'aa.asy', 'b.csv'), fc.string({ maxLength: 4 }));
    fc.assert(
      fc.property(contents, contents, (one, other) => {
        const same = JSON.stringify(Object.entries(one).sort()) === JSON.stringify(Object.entries(other).sort());
        expect(key(one) === key(other)).toBe(same);
      }),
    );
  });
});
