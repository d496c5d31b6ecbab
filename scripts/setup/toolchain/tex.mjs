// Files of TeX that stand in for the system's in a jail, below `over/` by their full names; and missing font metrics.
import { spawnSync } from 'node:child_process';
import {
  cpSync,
  createReadStream,
  createWriteStream,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { sideBySide } from '../sideBySide.mjs';
import { metafont } from './metafont.mjs';

/** Trees that neither TeX nor a converter searches. */
const NEVER_SEARCHED = /^\.\/(?:doc|source|tex4ht|scripts|bibtex|makeindex|metapost)(?:\/|:|$)/;

/** Families of Cyrillic letters (T2A) that Debian has outlines but no metrics for; sizes in hundredths of a point. */
const FAMILIES = ['larm', 'labx', 'lati', 'lasl', 'lass', 'latt'];
const SIZES = '0500 0600 0700 0800 0900 1000 1095 1200 1440 1728 2074 2488 2986 3583'.split(' ');
/** Typewriter letters are not drawn smaller. */
const LEAST_SIZE = { latt: '0800' };
/** Engines that stand by in a jail. */
const ENGINES = ['latex', 'pdflatex'];
/** The second part is loaded at the beginning of every document, and depends on nothing but the engine. */
const CLASS_IS_GIVEN = `\\makeatletter
\\def\\documentclass[12pt]#1{\\let\\documentclass\\@twoclasseserror}
\\makeatother
\\ExplSyntaxOn\\sys_ensure_backend:\\ExplSyntaxOff
`;
const METRICS = path.join('texmf', 'fonts', 'tfm');

/**
 * Formats as TeX writes them are compressed, and unpacking takes half of its start.
 * @param {string} folder
 * @param {readonly string[]} formats
 */
export async function unpackFormats(folder, formats) {
  for (const format of formats.filter((file) => existsSync(file) && isCompressed(file))) {
    await pipeline(createReadStream(format), createGunzip(), createWriteStream(standIn(folder, format)));
  }
}

/**
 * `formats/`: with what asy says to TeX before a program's own words already done. The class is given once, and then no
 * more, as after a real one; a format can only be used for a file that begins with it.
 * @param {string} folder
 * @param {string} opening
 */
export async function dumpFormats(folder, opening) {
  mkdirSync(path.join(folder, 'formats'), { recursive: true });
  for (const engine of ENGINES) {
    const scratch = mkdtempSync(path.join(tmpdir(), 'asyground-format-'));
    const file = path.join(scratch, `${engine}.fmt`);
    writeFileSync(path.join(scratch, 'opening.tex'), `${opening.trimStart()}${CLASS_IS_GIVEN}\\dump\n`);
    const args = ['-ini', `-jobname=${engine}`, `&${engine}`, 'opening.tex'];
    spawnSync(engine, args, { cwd: scratch, stdio: 'ignore', env: { ...process.env, HOME: scratch } });
    const source = createReadStream(file);
    await pipeline(source, createGunzip(), createWriteStream(path.join(folder, 'formats', `${engine}.fmt`)));
    rmSync(scratch, { recursive: true, force: true });
  }
}

/**
 * TeX and dvisvgm read the whole list of files at each start.
 * @param {string} folder
 * @param {string} list
 */
export function pruneFileList(folder, list) {
  if (!existsSync(list)) return;
  let kept = true;
  const lines = readFileSync(list, 'latin1')
    .split('\n')
    .filter((line) => {
      if (line.startsWith('./') && line.endsWith(':')) kept = !NEVER_SEARCHED.test(line);
      return kept;
    });
  writeFileSync(standIn(folder, list), lines.join('\n'), 'latin1');
}

/**
 * dvisvgm reads the whole map of fonts. A font without metrics can be in no file that TeX makes.
 * @param {string} folder
 * @param {string} map
 */
export function pruneFontMap(folder, map) {
  if (!existsSync(map)) return;
  const lists = ['/usr/share/texlive/texmf-dist/ls-R', '/usr/share/texmf/ls-R', '/var/lib/texmf/ls-R'];
  const files = lists.filter((file) => existsSync(file)).flatMap((file) => readFileSync(file, 'latin1').split('\n'));
  const metrics = new Set(files.filter((name) => name.endsWith('.tfm')).map((name) => name.slice(0, -'.tfm'.length)));
  for (const name of metricNames()) metrics.add(name);
  for (const alias of fontAliases()) metrics.add(alias);
  const lines = readFileSync(map, 'latin1').split('\n');
  const kept = lines.filter((line) => /^[%*#;]|^\s*$/.test(line) || metrics.has(line.split(/\s/)[0] ?? ''));
  writeFileSync(standIn(folder, map), kept.join('\n'), 'latin1');
}

/**
 * METAFONT takes a while for each font, so metrics that were made before are taken over.
 * @param {string} folder
 * @param {string} earlier where it was prepared the last time
 * @param {(words: string) => void} progress
 */
export async function makeMetrics(folder, earlier, progress) {
  const target = path.join(folder, METRICS);
  const from = sourcesOfMetrics();
  mkdirSync(target, { recursive: true });
  writeFileSync(path.join(target, 'from'), from);
  if (existsSync(path.join(earlier, METRICS, 'from'))) {
    if (readFileSync(path.join(earlier, METRICS, 'from'), 'utf8') === from)
      return cpSync(path.join(earlier, METRICS), target, { recursive: true });
  }
  const scratch = mkdtempSync(path.join(tmpdir(), 'asyground-metrics-'));
  const names = metricNames();
  try {
    await sideBySide(names, async (name, index) => {
      progress(`font metrics ${index + 1} of ${names.length}`);
      // A family that this machine has no sources for is left out.
      writeFileSync(path.join(scratch, `${name}.mf`), 'input fikparm;\n');
      await metafont(name, scratch);
      const made = path.join(scratch, `${name}.tfm`);
      if (existsSync(made)) cpSync(made, path.join(target, `${name}.tfm`));
    });
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

function sourcesOfMetrics() {
  const packages = ['texlive-lang-cyrillic', 'texlive-binaries'];
  return spawnSync('dpkg-query', ['-W', '-f', '${Package}=${Version}\n', ...packages], { encoding: 'utf8' }).stdout;
}

function metricNames() {
  return FAMILIES.flatMap((family) =>
    SIZES.filter((size) => size >= (LEAST_SIZE[/** @type {'latt'} */ (family)] ?? '')).map((size) => family + size),
  );
}

/** Names under which a font can be called besides its own. */
function fontAliases() {
  const file = '/usr/share/texlive/texmf-dist/fonts/map/fontname/texfonts.map';
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, 'latin1').split('\n');
  return lines.flatMap((line) => (/^\s*(?:%|$)/.test(line) ? [] : line.trim().split(/\s+/).slice(0, 2)));
}

/**
 * The place of a file that stands in for one of the system, where that one really is.
 * @param {string} folder
 * @param {string} file
 */
export function standIn(folder, file) {
  const place = path.join(folder, 'over', realpathSync(file));
  mkdirSync(path.dirname(place), { recursive: true });
  return place;
}

/**
 * TeX finds a file in this tree by its list alone; without one it would look at every file there, at each start.
 * @param {string} folder
 */
export function listFiles(folder) {
  spawnSync('mktexlsr', [path.resolve(folder, 'texmf')], { stdio: 'ignore' });
}

/** @param {string} file */
function isCompressed(file) {
  return readFileSync(file)
    .subarray(0, 2)
    .equals(Buffer.from([0x1f, 0x8b]));
}
