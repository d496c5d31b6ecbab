import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { gather } from './moreTex.mjs';

const folder = mkdtempSync(path.join(tmpdir(), 'asyground-gather-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('takes plain files of a package into one folder for each sort, and lists them by package', () => {
  const [tree, made] = [path.join(folder, 'tree'), path.join(folder, 'made')];
  for (const [place, file] of [
    ['tex/latex/esvect', 'esvect.sty'],
    ['fonts/tfm/public/esvect', 'vect10.tfm'],
    ['fonts/tfm/public/bbm', 'bbm10.tfm'],
    ['doc/latex/esvect', 'README'],
  ] as const) {
    mkdirSync(path.join(tree, place), { recursive: true });
    writeFileSync(path.join(tree, place, file), file);
  }
  symlinkSync('/etc/passwd', path.join(tree, 'tex/latex/esvect', 'link.sty'));
  gather(tree, made);
  expect(readdirSync(path.join(made, 'tex/latex'))).toEqual(['esvect.sty']);
  expect(readdirSync(path.join(made, 'fonts/tfm')).sort()).toEqual(['bbm10.tfm', 'vect10.tfm']);
  expect(readFileSync(path.join(made, 'list'), 'utf8')).toContain('./tex/latex/esvect:\nesvect.sty\n');
});
