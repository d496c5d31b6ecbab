import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DRAWINGS } from './equality/drawings';
import { FAILURES } from './equality/failures';
import type { Program } from './equality/program';
import { TEXTS } from './equality/texts';
import { Jails, runBare, type Seen } from './equality/ways';

/** Shortcuts change nothing (docs/speed.md): output, errors, exit code, files and pictures are those of a bare asy. */

let jails: Jails;
beforeAll(async () => {
  jails = await Jails.open();
});
afterAll(async () => {
  await jails?.close();
});

/** The kinds of figures that also go through asy's own ways to pdf, png and eps. */
const OTHER_FORMATS = DRAWINGS.concat(TEXTS, FAILURES).filter(({ name }) =>
  ['paths', 'labels', 'graph', 'opacity', 'rotated', 'amsmath and amssymb', 'an unknown command of TeX'].includes(name),
);
const all: Program[] = [
  ...DRAWINGS,
  ...TEXTS,
  ...FAILURES,
  ...OTHER_FORMATS.flatMap((program) =>
    (['pdf', 'png', 'eps'] as const).map((format) => ({ ...program, name: `${program.name}, ${format}`, format })),
  ),
];

function expectSame(seen: Seen, bare: Seen): void {
  const { pictures, ...rest } = seen;
  const { pictures: expected, ...expectedRest } = bare;
  expect(rest).toEqual(expectedRest);
  expect([...pictures.keys()]).toEqual([...expected.keys()]);
  for (const [name, bytes] of expected) expect(pictures.get(name)?.equals(bytes), name).toBe(true);
}

describe('the same by every way', () => {
  it('is tried with every kind of shortcut', () => {
    for (const shortcut of ['prepared', 'faster', 'warm'] as const)
      expect(jails.shortcuts.isOn(shortcut), shortcut).toBe(true);
    expect(all.length).toBeGreaterThanOrEqual(60);
  });

  for (const program of all) {
    it(program.name, async () => {
      const bare = await runBare(program);
      expectSame(await jails.cold(program), bare);
      const warm = await jails.warm(program);
      if (warm) expectSame(warm, bare);
    });
  }
});
