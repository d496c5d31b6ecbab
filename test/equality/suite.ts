import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { canonicalPicture } from '@/worker/warm/canonical';
import type { Program } from './program';
import { Jails, runBare, type Seen } from './ways';

/** Shortcuts change nothing (docs/speed.md): output, errors, exit code, files and pictures are those of a bare asy. */

const PATIENCE_MILLISECONDS = 120_000;

export function equalitySuite(programs: readonly Program[]): void {
  let jails: Jails;
  beforeAll(async () => {
    jails = await Jails.open();
  });
  afterAll(async () => {
    await jails?.close();
  });

  describe('the same by every way', () => {
    it('is tried with every kind of shortcut', () => {
      for (const shortcut of ['prepared', 'faster', 'warm'] as const)
        expect(jails.shortcuts.isOn(shortcut), shortcut).toBe(true);
    });

    for (const program of programs) {
      it(program.name, { timeout: PATIENCE_MILLISECONDS }, async () => {
        const bare = await runBare(program);
        expectSame(await jails.cold(program), bare);
        const warm = await jails.warm(program);
        if (warm) expectSame(warm, bare);
      });
    }
  });
}

function expectSame(seen: Seen, bare: Seen): void {
  const { pictures, ...rest } = seen;
  const { pictures: expected, ...expectedRest } = bare;
  expect(rest).toEqual(expectedRest);
  expect([...pictures.keys()]).toEqual([...expected.keys()]);
  for (const [name, bytes] of expected)
    expect(Buffer.compare(canonical(name, pictures.get(name)), canonical(name, bytes)), name).toBe(0);
}

function canonical(name: string, bytes: Uint8Array = new Uint8Array()): Uint8Array {
  return canonicalPicture(name.slice(name.lastIndexOf('.') + 1), bytes);
}
