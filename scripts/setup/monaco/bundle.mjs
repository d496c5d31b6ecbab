// Bundles the part of Monaco that the editor uses into public/, so that no page ever asks another host for it, and so
// that a first visit loads no more than it needs: what is ready-made is twice as large. Beside each script and style
// sheet stands a smaller one for browsers that read it (server/pageFiles.ts).
import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import { build } from 'esbuild';
import { hashOf } from '../stamp.mjs';
import { ENTRIES } from './entries.mjs';
import { lean } from './lean.mjs';
import { writeTexts } from './texts.mjs';

const PUBLIC = path.join('public', 'monaco');
const COMPRESSED = /\.(?:js|css)$/;
const compress = promisify(brotliCompress);

/** In the address of each file, which browsers keep for good. */
function version() {
  const { version: released } = JSON.parse(readFileSync('node_modules/monaco-editor/package.json', 'utf8'));
  return `${released}-${hashOf(['scripts/setup/monaco']).slice(0, 8)}`;
}

export function isMonacoBundled() {
  return existsSync(path.join(PUBLIC, version()));
}

export async function bundleMonaco() {
  const unfinished = `${PUBLIC}.${process.pid}`;
  rmSync(unfinished, { recursive: true, force: true });
  mkdirSync(unfinished, { recursive: true });
  /** @type {Set<number>} */
  const textNumbers = new Set();
  const { plugin, unused } = lean(textNumbers);
  /** @type {import('esbuild').BuildOptions} */
  const common = {
    outdir: unfinished,
    bundle: true,
    minify: true,
    target: 'es2022',
    logLevel: 'warning',
    legalComments: 'linked',
  };
  const loader = /** @type {const} */ ({ '.ttf': 'file' });
  const entryPoints = Object.keys(ENTRIES).map((name) => ({ in: `entry:${name}`, out: name }));
  await build({ ...common, entryPoints, format: 'esm', splitting: true, plugins: [plugin], loader });
  await build({ ...common, entryPoints: { worker: 'monaco-editor/editor/editor.worker' }, format: 'iife' });
  // What was to be left out has another name now: nobody would notice but by the size.
  if (unused().length > 0) throw new Error(`Monaco has changed; it has no ${unused().join(', ')}.`);
  writeTexts(unfinished, textNumbers);
  cpSync('node_modules/monaco-editor/LICENSE', path.join(unfinished, 'LICENSE.txt'));
  await compressFiles(unfinished);
  rmSync(PUBLIC, { recursive: true, force: true });
  mkdirSync(PUBLIC, { recursive: true });
  renameSync(unfinished, path.join(PUBLIC, version()));
}

/** @param {string} folder */
async function compressFiles(folder) {
  const names = readdirSync(folder).filter((name) => COMPRESSED.test(name));
  await Promise.all(
    names.map(async (name) => {
      const bytes = readFileSync(path.join(folder, name));
      const params = { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
      writeFileSync(path.join(folder, `${name}.br`), await compress(bytes, { params }));
    }),
  );
}
