// Runs METAFONT, which no jail does: what it makes of a font is made ahead.
import { spawn } from 'node:child_process';

/**
 * As `mktextfm` does it, without its shell scripts, which take four times as long as METAFONT itself.
 * @param {string} name of the font, whose program is in `scratch` or among the sources
 * @param {string} scratch where its metrics and its letters are left
 * @param {string} sources a folder to look in before TeX's own
 * @returns {Promise<void>}
 */
export function metafont(name, scratch, sources = '') {
  return new Promise((resolve) => {
    const places = { HOME: scratch, TEXMFVAR: scratch, TEXMFHOME: scratch, MFINPUTS: `.:${sources}:` };
    const args = [`\\mode:=ljfour; nonstopmode; input ${name}`];
    const child = spawn('mf', args, { stdio: 'ignore', env: { ...process.env, ...places }, cwd: scratch });
    child.on('error', () => resolve());
    child.on('close', () => resolve());
  });
}
