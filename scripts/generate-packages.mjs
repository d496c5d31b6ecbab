// Writes what TeX has on this machine into public/packages/<hash>.json: packages with their styles, families of fonts,
// and the engines that asy can be asked for. Read from TeX's own lists of files, and made anew only when these change.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { MORE_TEX_LIST } from './setup/moreTex.mjs';

/** Another one has the list made anew. */
const FORMAT = 1;
const LISTS = ['/usr/share/texlive/texmf-dist/ls-R', '/usr/share/texmf/ls-R', MORE_TEX_LIST];
const ENGINES = ['latex', 'pdflatex', 'lualatex', 'xelatex'];
/** Parts of paths that are not names of packages. */
const STYLE_FOLDER = /^\.\/tex\/(?:latex|generic|lualatex|xelatex)\/([^/]+)/;
const FONT_FOLDER = /^\.\/fonts\/(type1|opentype|truetype)\/[^/]+\/([^/]+)/;

/**
 * TeX's list of files: `folder:` and the names in it, line by line.
 * @param {string} list
 * @returns {{ packages: Map<string, Set<string>>, fonts: Map<string, Set<string>> }}
 */
export function parseList(list) {
  const packages = new Map();
  const fonts = new Map();
  let folder = '';
  for (const line of list.split('\n')) {
    if (line.startsWith('./') && line.endsWith(':')) {
      folder = line.slice(0, -1);
      const [, kind, family] = FONT_FOLDER.exec(folder) ?? [];
      if (family !== undefined) add(fonts, family, kind);
    } else if (line.endsWith('.sty')) {
      const name = STYLE_FOLDER.exec(folder)?.[1];
      if (name !== undefined) add(packages, name, line.slice(0, -'.sty'.length));
    }
  }
  return { packages, fonts };
}

/**
 * @param {Map<string, Set<string>>} map
 * @param {string} key
 * @param {string} value
 */
function add(map, key, value) {
  map.set(key, (map.get(key) ?? new Set()).add(value));
}

/** @param {Map<string, Set<string>>} map */
function sorted(map) {
  return [...map].sort(([a], [b]) => a.localeCompare(b)).map(([name, values]) => [name, ...[...values].sort()]);
}

/** @param {string} program */
function isInstalled(program) {
  return (process.env.PATH ?? '').split(':').some((folder) => existsSync(path.join(folder, program)));
}

/** True if it wrote anything; false if the list of this machine is there already. */
export function generatePackages(folder = path.join('public', 'packages')) {
  const list = LISTS.map((file) => (existsSync(file) ? readFileSync(file, 'utf8') : '')).join('\n');
  const engines = ENGINES.filter(isInstalled);
  const hash = createHash('sha256')
    .update(JSON.stringify([FORMAT, engines, list]))
    .digest('hex')
    .slice(0, 12);
  const target = path.join(folder, `${hash}.json`);
  if (existsSync(target)) return false;
  const { packages, fonts } = parseList(list);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  // Aside first: a file that is there is whole.
  writeFileSync(`${target}.new`, JSON.stringify({ engines, packages: sorted(packages), fonts: sorted(fonts) }));
  renameSync(`${target}.new`, target);
  return true;
}

if (import.meta.url === `file://${process.argv[1]}`) generatePackages();
