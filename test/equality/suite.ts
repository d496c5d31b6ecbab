import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { canonicalPicture } from '@/worker/warm/canonical';
import { PREPARED_FOLDER } from '@/platform/toolchain';
import { PREPARED_PLACE } from '@/worker/jail/keeper/walls';
import type { Program } from './program';
import { Jails, runBare, type Seen } from './startModes';

/** Shortcuts change nothing (docs/speed.md): output, errors, exit code, files and pictures are those of a bare asy. */

const PATIENCE_MS = 120_000;

export function equalitySuite(programs: readonly Program[]): void {
  let jails: Jails;
  beforeAll(async () => {
    jails = await Jails.open();
  });
  afterAll(async () => {
    await jails?.close();
  });

  describe.runIf(isReachable())('the same by every start mode', () => {
    it('is tried with every kind of shortcut', () => {
      for (const shortcut of ['prepared', 'faster', 'warm', 'ahead', 'labels'] as const)
        expect(jails.shortcuts.isOn(shortcut), shortcut).toBe(true);
    });

    it('believes what it remembers of labels, and asks TeX only for the others', { timeout: PATIENCE_MS }, async () => {
      const { labels = '' } = await jails.cold(labelled('A', 'B'));
      expect(labels).toMatch(/^l\t\d+\t.*\tB$/m);
      // Were TeX asked, it would say another width.
      const wider = labels.replace(/^(l\t\d+\t)[\d.]+(\t.*\tB)$/m, '$1100$2');
      const bare = await runBare(labelled('A', 'B'));
      expect(widthOf(await jails.remembering(labelled('A', 'B'), wider))).toBeGreaterThan(widthOf(bare) + 50);
      const other = await jails.remembering(labelled('A', '$x^2$'), wider);
      expect(widthOf(other)).toBe(widthOf(await runBare(labelled('A', '$x^2$'))));
      expect(other?.labels).toMatch(/^l\t\d+\t.*\t\$x\^2\$$/m);
    });

    for (const program of programs) {
      it(program.name, { timeout: PATIENCE_MS }, async () => {
        const bare = await runBare(program);
        const cold = await jails.cold(program);
        expectSame(cold, bare);
        const remembering = await jails.remembering(program, cold.labels);
        for (const seen of [await jails.warm(program), await jails.ahead(program), remembering])
          if (seen) expectSame(seen, bare);
      });
    }
  });
}

function labelled(...labels: readonly string[]): Program {
  const source = labels.map((label, i) => `label("${label}", (${i}, 0), E);`).join(' ');
  return { name: 'labelled', source: `unitsize(1cm); ${source}` };
}

function widthOf(seen: Seen | undefined): number {
  const svg = seen?.pictures.get('main.svg')?.toString('latin1') ?? '';
  return Number(/ width='([\d.]+)pt'/.exec(svg)?.[1]);
}

function expectSame(seen: Seen, bare: Seen): void {
  const { pictures, objects: _objects, labels: _labels, ...rest } = seen;
  const { pictures: expected, ...expectedRest } = bare;
  expect(withoutPlace(rest)).toEqual(withoutPlace(expectedRest));
  expect([...pictures.keys()]).toEqual([...expected.keys()]);
  for (const [name, bytes] of expected)
    expect(Buffer.compare(canonical(name, pictures.get(name)), canonical(name, bytes)), name).toBe(0);
}

const FONT_LIST = /\[1\{\S*\//;
const PREPARED_TEX = path.resolve(PREPARED_FOLDER, 'texmf');

/**
 * TeX says where its list of fonts is, which is elsewhere in a jail, and goes to the next line after 79 characters: such a
 * text is compared without the place, and without the ends of full lines.
 */
function withoutPlace<T extends { readonly stdout: string; readonly stderr: string }>(said: T): T {
  const plain = (text: string) =>
    FONT_LIST.test(text)
      ? text.replace(/^(.{79})\n/gm, '$1').replaceAll(PREPARED_TEX, `${PREPARED_PLACE}/texmf`)
      : text;
  return { ...said, stdout: plain(said.stdout), stderr: plain(said.stderr) };
}

function canonical(name: string, bytes: Uint8Array = new Uint8Array()): Uint8Array {
  return canonicalPicture(name.slice(name.lastIndexOf('.') + 1), bytes);
}

/**
 * Jails run as users of their own, who must get at what set-up prepared. Below a folder that others may not enter (as
 * /root is) only the product can show it to them, by a mount of its own: there the ways are compared by its self-check.
 */
export function isReachable(): boolean {
  if (process.getuid?.() !== 0) return true;
  const nobody = ['--reuid', '65534', '--regid', '65534', '--clear-groups'];
  return spawnSync('setpriv', [...nobody, 'test', '-r', path.resolve(PREPARED_FOLDER)]).status === 0;
}
