// Draws the pictures of the gallery: public/gallery/<example>.<hash>.svg for every program in examples/, or .png for
// one that writes a 3D page. Those that are there already are kept.
import { createHash } from 'node:crypto';
import { execFile } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sideBySide } from './setup/sideBySide.mjs';
import { percent } from './setup/steps.mjs';

const EXAMPLES = 'examples';
const PATIENCE_MS = 30_000;
/** The metrics of Cyrillic letters, as jails have them: METAFONT would take seconds for each. */
const METRICS = path.resolve('node_modules', '.asyground', 'toolchain', 'texmf');
/** What jails have beside asy's own modules. */
const MODULES = path.resolve('modules');
/** They import each other, so a program that names one is drawn anew when any of them changes. */
const OWN_MODULES = readdirSync(MODULES).filter((file) => file.endsWith('.asy'));
/** How a program asks for a 3D page. Without the line it is drawn flat, with its shading. */
const SCENE = /^settings\.outformat = "html";\n/m;

/** The examples that could not be drawn, each with what asy said. */
export async function generateGallery(folder = path.join('public', 'gallery'), progress = (_words) => undefined) {
  mkdirSync(folder, { recursive: true });
  const failed = [];
  const wanted = readdirSync(EXAMPLES)
    .filter((file) => file.endsWith('.asy'))
    .map((file) => exampleOf(path.basename(file, '.asy')));
  const missing = wanted.filter(({ picture }) => !existsSync(path.join(folder, picture)));
  await sideBySide(missing, async (example, index) => {
    progress(`${percent(index, missing.length)} ${example.name}`);
    const words = await draw(example, path.join(folder, example.picture));
    if (words !== undefined) failed.push({ name: example.name, words });
  });
  const pictures = new Set(wanted.map(({ picture }) => picture));
  for (const old of readdirSync(folder)) if (!pictures.has(old)) rmSync(path.join(folder, old));
  return failed;
}

/** @param {string} name */
function exampleOf(name) {
  const code = readFileSync(path.join(EXAMPLES, `${name}.asy`), 'utf8');
  const read = OWN_MODULES.some((module) => code.includes(path.parse(module).name)) ? OWN_MODULES : [];
  const hash = createHash('sha256').update(code);
  for (const module of read) hash.update(readFileSync(path.join(MODULES, module)));
  const format = SCENE.test(code) ? 'png' : 'svg';
  const picture = `${name}.${hash.digest('hex').slice(0, 8)}.${format}`;
  return { name, code: code.replace(SCENE, ''), format, picture };
}

/** Undefined if it went well. */
async function draw({ code, format }, target) {
  const work = mkdtempSync(path.join(tmpdir(), 'asyground-gallery-'));
  try {
    writeFileSync(path.join(work, 'example.asy'), code);
    const flat = format === 'png' ? ['-render', '0'] : [];
    const { error, output } = await run(['-f', format, ...flat, '-noV', '-o', 'picture', 'example.asy'], work);
    const drawn = path.join(work, `picture.${format}`);
    if (error !== null || !existsSync(drawn)) return output.trim() || `asy failed: ${error?.message}`;
    copyFileSync(drawn, target);
    return undefined;
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

function run(args, cwd) {
  const own = { ASYMPTOTE_DIR: MODULES, ASYMPTOTE_CONVERT: path.join(MODULES, 'convert') };
  const env = { ...process.env, ...own, HOME: cwd, ASYMPTOTE_HOME: cwd, TEXMFLOCAL: METRICS };
  return new Promise((resolve) => {
    execFile('asy', args, { cwd, env, timeout: PATIENCE_MS }, (error, stdout, stderr) =>
      resolve({ error, output: `${stdout}${stderr}` }),
    );
  });
}

if (import.meta.url === `file://${process.argv[1]}`) {
  const failed = await generateGallery();
  for (const { name, words } of failed) console.error(`${name}: ${words}`);
  process.exitCode = failed.length === 0 ? 0 : 1;
}
