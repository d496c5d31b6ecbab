// A first file of Ghostscript with a place where a process that stands by is told of its call (native/standbyGhostscript.h).
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { environmentIn, inScratch, run, save } from './record.mjs';

const NAME = 'gs_init.ps';
/** Behind the library, before the arguments of a call are looked at. */
const PLACE = '% Establish a default environment.\n';
/**
 * A table of letters is read that pdfs need. Then come the arguments of the call. Nothing may be drawn here, and garbage is
 * still looked for afterwards: what Ghostscript makes has numbers, and letters come into a pdf by them.
 */
const INSERTED = `systemdict /.setupUnicodeDecoder known {
  /Unicode /Decoding resourcestatus {
    pop pop .currentglobal true .setglobal /Unicode /Decoding findresource pop .setglobal
  } if
} if
(/asyground-call) (r) file cvx exec
`;
/** As Ghostscript names a first page. */
const RESULT = 'result_1.ps';
const PS_ARGS = [
  ...'-q -dNoOutputFonts -dNOPAUSE -dBATCH -P -dSAFER -sDEVICE=ps2write -sOutputFile=result_%d.ps'.split(' '),
  'main.pdf',
];
const SAMPLE = `size(3cm); draw(unitcircle, red); label("$\\displaystyle\\sum_{i}\\prod_{j}\\left(\\frac{\\frac ab}{\\sqrt c}\\right)$", (0,0)); fill(circle((1,1), 0.2));`;

/**
 * `share/gs_init.ps`, unless Ghostscript would come to something else with it: it isn't there then.
 * @param {string} folder
 */
export function prepareGhostscript(folder) {
  const version = inScratch((scratch) => run('gs', ['--version'], scratch, {})).trim();
  const usual = `/usr/share/ghostscript/${version}/Resource/Init/${NAME}`;
  // Another build may have it inside its library.
  if (!existsSync(usual)) return false;
  const parts = readFileSync(usual, 'latin1').split(PLACE);
  if (parts.length !== 2) return false;
  save(folder, NAME, parts.join(INSERTED + PLACE));
  const isFine = comesToTheSame(folder);
  if (!isFine) rmSync(path.join(folder, 'share', NAME));
  return isFine;
}

/** @param {string} folder */
function comesToTheSame(folder) {
  const environment = { SOURCE_DATE_EPOCH: '0' };
  const trial = {
    ...environment,
    LD_PRELOAD: path.resolve(folder, 'lib', 'standby.so'),
    ASYGROUND_TRIAL: path.resolve(folder, 'share', NAME),
  };
  return inScratch((scratch) => {
    run('asy', ['-keep', '-f', 'pdf', 'main.asy'], scratch, {});
    return [pdfArgs('71.5', '40'), pngArgs('144'), PS_ARGS].every((args) => {
      run('gs', args, scratch, environment);
      const usual = readFileSync(path.join(scratch, RESULT));
      rmSync(path.join(scratch, RESULT));
      const { status } = spawnSync('gs', args, { cwd: scratch, env: environmentIn(scratch, trial) });
      return status === 0 && readFileSync(path.join(scratch, RESULT)).equals(usual);
    });
  }, SAMPLE);
}

/**
 * As asy calls it.
 * @param {string} width
 * @param {string} height
 */
function pdfArgs(width, height) {
  const usual =
    '-q -dNOPAUSE -dBATCH -P -dSAFER -dALLOWPSTRANSPARENCY -sDEVICE=pdfwrite -dEPSCrop -dSubsetFonts=true ' +
    '-dEmbedAllFonts=true -dMaxSubsetPct=100 -dEncodeColorImages=true -dEncodeGrayImages=true ' +
    '-dCompatibilityLevel=1.4 -dAutoRotatePages=/None -g612x792';
  const own = [`-dDEVICEWIDTHPOINTS=${width}`, `-dDEVICEHEIGHTPOINTS=${height}`, `-sOutputFile=${RESULT}`];
  return [...usual.split(' '), ...own, '-c', '.setsafe', '-f', 'main_.eps'];
}

/** @param {string} resolution */
function pngArgs(resolution) {
  const usual = '-q -dNOPAUSE -dBATCH -P -sDEVICE=png16m -dSAFER';
  return [...usual.split(' '), `-r${resolution}x${resolution}`, `-sOutputFile=${RESULT}`, 'main.pdf'];
}
