// TeX packages that many use and that come in Debian packages too large to be installed for them: only their folders are
// unpacked, into a tree of our own that every jail reads (docs/operating.md).
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { missingPackages, run } from './packages.mjs';
import { step, warn } from './steps.mjs';

/**
 * By Debian package, the folders in TeX's tree.
 * @type {Readonly<Record<string, readonly string[]>>}
 */
export const MORE_TEX = {
  'texlive-fonts-extra': [
    ...['bbm', 'bbm-macros', 'boondox', 'cmbright', 'doublestroke', 'esvect', 'eulervm', 'fontawesome', 'fontawesome5'],
    ...['fourier', 'hfbright', 'inconsolata', 'kpfonts', 'libertine', 'libertinust1math', 'newtx'],
  ],
  'texlive-games': ['chessboard', 'chessfss', 'skak', 'skaknew', 'xskak'],
  // babel's languages, which are small, from packages that bring fonts and manuals with them.
  'texlive-lang-european': ['babel-*'],
  'texlive-lang-german': ['babel-*'],
  'texlive-lang-french': ['babel-*'],
  'texlive-lang-spanish': ['babel-*'],
  'texlive-lang-italian': ['babel-*'],
  'texlive-lang-polish': ['babel-*'],
  'texlive-lang-czechslovak': ['babel-*'],
  'texlive-lang-portuguese': ['babel-*'],
};

/** In the checkout, but not below node_modules: npm throws away what is there, and this took long. */
export const MORE_TEX_FOLDER = '.tex';
/** Another one has them fetched anew. */
const FORMAT = 1;
/** What it was made from. */
const STAMP = 'stamp';
/** As TeX lists its files: which packages there are (scripts/generate-packages.mjs). */
export const MORE_TEX_LIST = path.join(MORE_TEX_FOLDER, 'list');
const TREE = 'usr/share/texlive/texmf-dist';
/** Where a package keeps its files, and the one folder of ours for each sort: in every folder TeX has to look itself. */
const PLACES = [
  ['tex/latex', 'tex/latex'],
  ['tex/generic', 'tex/latex'],
  ...['enc', 'map'].map((sort) => [`fonts/${sort}/dvips`, `fonts/${sort}`]),
  ...['tfm', 'vf', 'type1', 'opentype', 'source'].map((sort) => [`fonts/${sort}/public`, `fonts/${sort}`]),
];
/** More than these packages have. */
const MAX_FILES = 20_000;

/** Without a network it is given up at once. */
const DOWNLOAD = 'cd "$1" && shift && exec apt-get -o Acquire::Retries=0 -o Acquire::http::Timeout=15 download "$@"';
const PIPELINE = 'set -o pipefail; file=$1; shift; dpkg-deb --fsys-tarfile "$file" | (tar "$@" || true)';

/**
 * Never fails: without them everything else works, and a program that uses one is told.
 * @param {readonly string[]} beside packages that are being installed meanwhile
 * @param {string} folder
 */
export async function fetchMoreTex(beside, folder = MORE_TEX_FOLDER) {
  // One that is installed as a whole needs no part.
  const wanted = missingPackages(Object.keys(MORE_TEX)).filter((name) => !beside.includes(name));
  const all = wanted.map((name) => [name, ...(MORE_TEX[name] ?? [])]);
  const here = entriesOfStamp(folder);
  if (JSON.stringify(here) === JSON.stringify(all)) return;
  // What is there stays if all of it is still wanted: an update fetches what it brings, and no more.
  const kept = here.every((entry) => isIn(all, entry)) ? here : [];
  const coming = all.filter((entry) => !isIn(kept, entry));
  const scratch = mkdtempSync(path.join(tmpdir(), 'asyground-tex-'));
  const made = `${folder}.${process.pid}`;
  try {
    await step('Fetching more TeX packages', async (progress) => {
      mkdirSync(made);
      if (kept.length > 0) cpSync(folder, made, { recursive: true });
      const names = coming.map(([name = '']) => name);
      // All at once: apt reads its lists before each call. It compares what it fetches with Debian's signed lists.
      if (names.length > 0) await run(['sh', '-c', DOWNLOAD, 'sh', scratch, ...names]);
      for (const name of names) {
        progress(name);
        await unpack(scratch, name);
      }
      gather(path.join(scratch, TREE), made);
      writeFileSync(path.join(made, STAMP), JSON.stringify([FORMAT, all]));
      rmSync(folder, { recursive: true, force: true });
      renameSync(made, folder);
    });
  } catch (error) {
    warn(`Some TeX packages could not be fetched: ${error instanceof Error ? error.message : error}`);
  } finally {
    for (const place of [scratch, made]) rmSync(place, { recursive: true, force: true });
  }
}

/**
 * The packages that were fetched, each with its folders.
 * @param {string} folder
 * @returns {string[][]}
 */
function entriesOfStamp(folder) {
  try {
    const [format, entries] = JSON.parse(stampOf(folder));
    return format === FORMAT && Array.isArray(entries) ? entries : [];
  } catch {
    return [];
  }
}

/**
 * @param {string[][]} entries
 * @param {string[]} entry
 */
function isIn(entries, entry) {
  return entries.some((other) => JSON.stringify(other) === JSON.stringify(entry));
}

/** @param {string} folder */
export function stampOf(folder = MORE_TEX_FOLDER) {
  const file = path.join(folder, STAMP);
  return existsSync(file) ? readFileSync(file, 'utf8') : '';
}

/**
 * The chosen folders of the package, and nothing else of it. It is read as it is unpacked: whole it would take 1.4 GB.
 * tar also complains of folders that a package does not have; what counts is that the whole was read.
 * @param {string} scratch
 * @param {string} name
 */
async function unpack(scratch, name) {
  const file = readdirSync(scratch).find((other) => other.startsWith(`${name}_`) && other.endsWith('.deb')) ?? '';
  const folders = (MORE_TEX[name] ?? []).flatMap((part) => PLACES.map(([from]) => `./${TREE}/${from}/${part}/*`));
  const words = ['-x', '-C', scratch, '--no-same-owner', '--no-same-permissions', '--wildcards', ...folders];
  await run(['bash', '-c', PIPELINE, 'bash', path.join(scratch, file), ...words]);
  rmSync(path.join(scratch, file));
}

/**
 * Only plain files, each into the folder of its sort.
 * @param {string} tree
 * @param {string} made
 */
export function gather(tree, made) {
  const listed = path.join(made, path.basename(MORE_TEX_LIST));
  let list = existsSync(listed) ? readFileSync(listed, 'utf8') : '';
  let count = 0;
  for (const [from = '', to = ''] of PLACES) {
    mkdirSync(path.join(made, to), { recursive: true });
    for (const part of entriesOf(path.join(tree, from)).filter((entry) => entry.isDirectory())) {
      const files = entriesOf(path.join(tree, from, part.name)).filter((entry) => entry.isFile());
      list += `./${from}/${part.name}:\n${files.map(({ name }) => `${name}\n`).join('')}\n`;
      count += files.length;
      if (count > MAX_FILES) throw new Error('a package has more files than expected');
      for (const { name } of files) copyFileSync(path.join(tree, from, part.name, name), path.join(made, to, name));
    }
  }
  writeFileSync(listed, list);
}

/** @param {string} folder */
function entriesOf(folder) {
  return existsSync(folder) ? readdirSync(folder, { withFileTypes: true }) : [];
}
