import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import type { Product } from './product';

/** docs/authors.md: every example is taken from the page, and run as it stands there. */

interface World {
  readonly place: string;
  /** The installed command line and drop-in. */
  readonly asyground: string;
  readonly asy: string;
  readonly product: () => Product;
}

/** What each example leaves, with what that begins with. */
const LEAVES: Record<string, Record<string, string>> = {
  LaTeX: { 'article.pdf': '%PDF-', 'article-1.pdf': '%PDF-' },
  Markdown: { 'notes.html': '<!DOCTYPE html>' },
  Python: { 'polygon3.svg': '<?xml', 'polygon4.svg': '<?xml', 'polygon5.svg': '<?xml' },
  JavaScript: { 'house.png': '\x89PNG' },
  Make: { 'one.svg': '<?xml', 'two.svg': '<?xml' },
};
const PATIENCE_MS = 60_000;

const FILE = /Save as `([\w.]+)`:\n\n(`{3,4})\w+\n([^]*?)\n\2\n/g;
const COMMANDS = /Run:\n\n```sh\n([^]*?)```/;

export function authorsSuite({ place, asyground, asy, product }: World): void {
  const sections = readFileSync('docs/authors.md', 'utf8').split(/^## /m).slice(1);

  describe('the page for authors', () => {
    it('has an example for each of them', () => {
      expect(sections.map((section) => section.split('\n', 1)[0])).toEqual(Object.keys(LEAVES));
    });

    it.each(Object.entries(LEAVES))('%s', async (title, leaves) => {
      const section = sections.find((text) => text.startsWith(`${title}\n`)) ?? '';
      const [cwd, bin] = [mkdtempSync(path.join(place, 'authors-')), mkdtempSync(path.join(place, 'bin-'))];
      symlinkSync(asyground, path.join(bin, 'asyground'));
      symlinkSync(asy, path.join(bin, 'asy'));
      for (const [, name = '', , text = ''] of section.matchAll(FILE)) writeFileSync(path.join(cwd, name), `${text}\n`);
      if (title === 'Make')
        for (const name of ['one', 'two']) writeFileSync(path.join(cwd, `${name}.asy`), 'dot((0,0));');
      const commands = COMMANDS.exec(section)?.[1] ?? 'exit 1';
      const PATH = `${bin}:${path.dirname(process.execPath)}:${process.env.PATH}`;
      const env = { ...process.env, PATH, HOME: cwd, ASYGROUND_SERVER: product().url };
      const options = { cwd, env, timeout: PATIENCE_MS };
      await promisify(execFile)('sh', ['-e', '-c', commands], options);
      const starts = Object.keys(leaves).map((name) => [name, beginOf(path.join(cwd, name), leaves[name] ?? '')]);
      expect(Object.fromEntries(starts)).toEqual(leaves);
      if (title === 'Markdown')
        expect(readFileSync(path.join(cwd, 'notes.html'), 'utf8')).toContain('data:image/svg+xml');
    });
  });
}

function beginOf(file: string, like: string): string {
  return readFileSync(file, 'latin1').slice(0, like.length);
}
