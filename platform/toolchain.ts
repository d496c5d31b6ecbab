import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, realpathSync, statSync } from 'node:fs';
import path from 'node:path';

/** What draws the pictures: its version, and what was prepared from it so that it starts faster (docs/speed.md). */

/** As dpkg-query takes them: whatever brings TeX packages, fonts, or a tool that draws. */
const PACKAGES = [
  ...['asymptote', 'dvisvgm', 'ghostscript', 'libgs10', 'imagemagick*', 'libgl1-mesa-dri', 'xvfb'],
  ...['texlive-*', 'tex-gyre', 'lmodern', 'cm-super*', 'latex-cjk-*', 'fonts-*'],
];
/** Our own modules, as they are in a checkout. */
const MODULES = 'modules';

/** Files of TeX that are replaced by faster ones in a jail, by what they are called on the system. */
export const REPLACED_FORMATS = [
  'pdftex/latex.fmt',
  'pdftex/pdflatex.fmt',
  'xetex/xelatex.fmt',
  'luahbtex/lualatex.fmt',
].map((name) => `/var/lib/texmf/web2c/${name}`);
export const REPLACED_LIST = '/usr/share/texlive/texmf-dist/ls-R';
export const REPLACED_FONT_MAP = '/var/lib/texmf/fonts/map/dvips/updmap/ps2pk.map';
/** What asy loads before every program; in a jail it can tell which line drew what. */
export const REPLACED_PLAIN = '/usr/share/asymptote/plain.asy';

const SOURCES = [
  ...['asy', 'latex', 'dvisvgm', 'dvips', 'gs'].map((program) => `/usr/bin/${program}`),
  ...['libgs.so.10', 'libkpathsea.so.6'].map((library) => `/usr/lib/x86_64-linux-gnu/${library}`),
  REPLACED_PLAIN,
  ...REPLACED_FORMATS,
  REPLACED_LIST,
  REPLACED_FONT_MAP,
];

/** Where a checkout keeps what was prepared. */
export const PREPARED_FOLDER = path.join('node_modules', '.asyground', 'toolchain');

/**
 * Two workers whose versions differ may draw differently: by Debian's packages, by what was prepared, or by our modules.
 * Neither times nor places count, so that machines that were set up alike have the same.
 */
export function toolchainVersion(prepared = PREPARED_FOLDER, modules = MODULES): string {
  // A package that is not there only makes dpkg-query complain; what it knows it has printed.
  const { stdout: listed } = spawnSync('dpkg-query', ['-W', '-f', '${Package}=${Version}\n', ...PACKAGES], {
    encoding: 'utf8',
  });
  const asy = /^asymptote=([^\s-]+)/m.exec(listed)?.[1] ?? 'unknown';
  // Names of what is not installed depend on what else dpkg has heard of.
  const hash = createHash('sha256').update(listed.replace(/^\S+=\n/gm, ''));
  hash.update(stampLines(prepared)[1] ?? '');
  for (const name of namesIn(modules)) hash.update(`${name}\n`).update(readFileSync(path.join(modules, name)));
  return `asy-${asy}-${hash.digest('hex').slice(0, 8)}`;
}

/** Changes whenever a package brings a new version of anything that something was prepared from. Cheap: files are not read. */
export function toolchainStamp(): string {
  const hash = createHash('sha256');
  for (const file of SOURCES) hash.update(`${file} ${sizeAndTime(file)}\n`);
  return hash.digest('hex').slice(0, 16);
}

/** What the folder was prepared from, if `made` is (or is not asked) what it was prepared by. */
export function preparedStamp(folder: string, made?: string): string | undefined {
  const [stamp, by] = stampLines(folder);
  return made === undefined || made === by ? stamp : undefined;
}

/** What it was prepared from, and what by. */
function stampLines(folder: string): readonly string[] {
  try {
    return readFileSync(path.join(folder, 'stamp'), 'utf8').split('\n');
  } catch {
    return [];
  }
}

function namesIn(folder: string): string[] {
  return existsSync(folder) ? readdirSync(folder).sort() : [];
}

function sizeAndTime(file: string): string {
  try {
    const { size, mtimeMs } = statSync(realpathSync(file));
    return `${size} ${mtimeMs}`;
  } catch {
    return 'missing';
  }
}
