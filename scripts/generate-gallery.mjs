// Draws the pictures of the gallery: public/gallery/<example>.<hash>.svg for every program in examples/. Those that
// are there already are kept.
import { createHash } from 'node:crypto';
import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const EXAMPLES = 'examples';
const PATIENCE_MS = 30_000;
/** The metrics of Cyrillic letters, as jails have them: METAFONT would take seconds for each. */
const METRICS = path.resolve('node_modules', '.asyground', 'toolchain', 'texmf');

/** The examples that could not be drawn, each with what asy said. */
export function generateGallery(folder = path.join('public', 'gallery')) {
  mkdirSync(folder, { recursive: true });
  const failed = [];
  const wanted = new Set();
  for (const file of readdirSync(EXAMPLES).filter((name) => name.endsWith('.asy'))) {
    const name = path.basename(file, '.asy');
    const hash = createHash('sha256')
      .update(readFileSync(path.join(EXAMPLES, file)))
      .digest('hex')
      .slice(0, 8);
    const picture = `${name}.${hash}.svg`;
    wanted.add(picture);
    if (existsSync(path.join(folder, picture))) continue;
    const words = draw(file, path.join(folder, picture));
    if (words !== undefined) failed.push({ name, words });
  }
  for (const old of readdirSync(folder)) if (!wanted.has(old)) rmSync(path.join(folder, old));
  return failed;
}

/** Undefined if it went well. */
function draw(file, target) {
  const work = mkdtempSync(path.join(tmpdir(), 'asyground-gallery-'));
  try {
    copyFileSync(path.join(EXAMPLES, file), path.join(work, file));
    const { stdout, stderr, status } = spawnSync('asy', ['-f', 'svg', '-noV', '-o', 'picture', file], {
      cwd: work,
      encoding: 'utf8',
      timeout: PATIENCE_MS,
      env: { ...process.env, HOME: work, ASYMPTOTE_HOME: work, TEXMFHOME: METRICS },
    });
    const drawn = path.join(work, 'picture.svg');
    if (status !== 0 || !existsSync(drawn)) return `${stdout}${stderr}`.trim() || `asy ended with ${status}`;
    copyFileSync(drawn, target);
    return undefined;
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

if (import.meta.url === `file://${process.argv[1]}`) {
  const failed = generateGallery();
  for (const { name, words } of failed) console.error(`${name}: ${words}`);
  process.exitCode = failed.length === 0 ? 0 : 1;
}
