// Puts the packages that were fetched (scripts/setup/moreTex.mjs) where every jail's TeX looks first, with maps of fonts that
// know them, too.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { MORE_TEX_FOLDER } from '../moreTex.mjs';
import { sideBySide } from '../sideBySide.mjs';
import { metafont } from './metafont.mjs';
import { standIn } from './tex.mjs';

/** The maps of pdfTeX, dvips and dvisvgm, as the system has them. */
const MAPS = ['pdftex/updmap/pdftex.map', 'dvips/updmap/psfonts.map', 'dvips/updmap/ps2pk.map'];
const SYSTEM_MAPS = '/var/lib/texmf/fonts/map';
/** Of fonts that are to be bought. */
const NOT_THERE = 'fourier-utopia-expert.map';
/** There are no outlines of it, only METAFONT's programs. */
const DRAWN = /^(bbm\w*)\.mf$/;
const DOTS_PER_INCH = 600;

/**
 * @param {string} folder
 * @param {string} pruned the map of which a shorter one was made
 */
export async function addMoreTex(folder, pruned) {
  if (!existsSync(MORE_TEX_FOLDER)) return;
  const target = path.join(folder, 'texmf');
  for (const part of ['tex', 'fonts'])
    spawnSync('cp', ['-r', path.join(MORE_TEX_FOLDER, part), target], { stdio: 'ignore' });
  await drawFonts(path.join(target, 'fonts'));
  const own = path.join(target, 'fonts', 'map');
  const added = readdirSync(own)
    .filter((name) => name.endsWith('.map') && name !== NOT_THERE)
    .flatMap((name) => readFileSync(path.join(own, name), 'latin1').split('\n'))
    .filter((line) => !/^%|^\s*$/.test(line));
  for (const map of MAPS) {
    const file = path.join(SYSTEM_MAPS, map);
    if (!existsSync(file)) continue;
    const system = readFileSync(file === pruned ? standIn(folder, pruned) : file, 'latin1');
    const place = path.join(own, map);
    mkdirSync(path.dirname(place), { recursive: true });
    writeFileSync(place, `${system}\n${added.join('\n')}\n`, 'latin1');
  }
}

/** @param {string} fonts */
async function drawFonts(fonts) {
  const target = path.join(fonts, 'pk', 'modeless');
  const sources = path.resolve(fonts, 'source');
  const scratch = mkdtempSync(path.join(tmpdir(), 'asyground-fonts-'));
  mkdirSync(target, { recursive: true });
  const names = readdirSync(sources).flatMap((file) => DRAWN.exec(file)?.[1] ?? []);
  try {
    await sideBySide(names, async (name) => {
      await metafont(name, scratch, sources);
      const drawn = path.join(scratch, `${name}.${DOTS_PER_INCH}`);
      if (existsSync(`${drawn}gf`))
        spawnSync('gftopk', [`${drawn}gf`, path.resolve(target, `${name}.${DOTS_PER_INCH}pk`)], { stdio: 'ignore' });
    });
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}
