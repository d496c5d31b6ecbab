// TeX packages that many use and that come in Debian packages too large to be installed for them: only their folders are
// unpacked, into a tree of our own that every jail reads (docs/operating.md).
import {
  copyFileSync,
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
  ...['enc', 'map'].map((sort) => [`fonts/${sort}/dvips`, `fonts/${sort}`]),
  ...['tfm', 'vf', 'type1', 'opentype', 'source'].map((sort) => [`fonts/${sort}/public`, `fonts/${sort}`]),
];
/** More than these packages have. */
const MAX_FILES = 20_000;

/** Without a network it is given up at once. */
const DOWNLOAD = 'cd "$1" && exec apt-get -o Acquire::Retries=0 -o Acquire::http::Timeout=15 download "$2"';
const PIPELINE = 'set -o pipefail; file=$1; shift; dpkg-deb --fsys-tarfile "$file" | (tar "$@" || true)';

/**
 * Never fails: without them everything else works, and a program that uses one is told.
 * @param {readonly string[]} coming packages that are being installed meanwhile
 * @param {string} folder
 */
export async function fetchMoreTex(coming, folder = MORE_TEX_FOLDER) {
  // One that is installed as a whole needs no part.
  const wanted = missingPackages(Object.keys(MORE_TEX)).filter((name) => !coming.includes(name));
  const stamp = JSON.stringify([FORMAT, wanted.map((name) => [name, ...(MORE_TEX[name] ?? [])])]);
  if (stampOf(folder) === stamp) return;
  const scratch = mkdtempSync(path.join(tmpdir(), 'asyground-tex-'));
  const made = `${folder}.${process.pid}`;
  try {
    await step('Fetching more TeX packages', async (progress) => {
      mkdirSync(made);
      for (const name of wanted) {
        progress(name);
        // apt compares what it fetches with Debian's signed lists.
        await run(['sh', '-c', DOWNLOAD, 'sh', scratch, name]);
        await unpack(scratch, name);
      }
      gather(path.join(scratch, TREE), made);
      writeFileSync(path.join(made, STAMP), stamp);
      rmSync(folder, { recursive: true, force: true });
      renameSync(made, folder);
    });
  } catch (error) {
    warn(`Some TeX packages could not be fetched: ${error instanceof Error ? error.message : error}`);
  } finally {
    for (const place of [scratch, made]) rmSync(place, { recursive: true, force: true });
  }
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
  let list = '';
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
  writeFileSync(path.join(made, path.basename(MORE_TEX_LIST)), list);
}

/** @param {string} folder */
function entriesOf(folder) {
  return existsSync(folder) ? readdirSync(folder, { withFileTypes: true }) : [];
}
