// Takes away what only the build needs, so that a container holds no more than what runs: npm packages that no program
// reaches, maps of sources, and what Next keeps for its next build. `npm start` would fetch and build all of it again.
import { existsSync, readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs';
import path from 'node:path';
import { OUTSIDE } from './build.mjs';
import { MORE_TEX_FOLDER } from './setup/moreTex.mjs';

/** Packages that pages load from where they are: Next links to them. */
const LINKS = path.join('.next', 'node_modules');
/** Of Next: it runs on these, but only where pictures are scaled or pages are built. */
const UNUSED = /^(?:@next\/swc-|sharp$|caniuse-lite$|postcss$)/;

/** Maps of sources, what runs only while one develops, and of Next what is for building or for what no page of ours uses. */
const BUILD_ONLY = new RegExp(
  [
    String.raw`\.map$`,
    String.raw`\.(?:development|profiling)(?:\.min)?\.js$`,
    String.raw`^next/dist/(?:docs|esm)$`,
    String.raw`^next/dist/.*\.dev\.js$`,
    String.raw`^next/dist/compiled/(?:[\w-]+-experimental|@next/font|@vercel/og)$`,
  ].join('|'),
);

/** @type {Record<string, { dependencies?: Record<string, string>, optionalDependencies?: Record<string, string> }>} */
const locked = JSON.parse(readFileSync('package-lock.json', 'utf8')).packages;

/**
 * Where Node finds `name` for a package: beside it, or further up.
 * @param {string} name
 * @param {string} from the place of the package
 * @returns {string | undefined}
 */
function placeOf(name, from) {
  const place = path.posix.join(from, 'node_modules', name);
  if (locked[place]) return place;
  return from === '' ? undefined : placeOf(name, from.slice(0, Math.max(0, from.lastIndexOf('node_modules') - 1)));
}

/** @type {Set<string>} */
const kept = new Set();
/** @param {string | undefined} place */
function keep(place) {
  if (place === undefined || kept.has(place)) return;
  kept.add(place);
  const { dependencies = {} } = locked[place] ?? {};
  for (const name of Object.keys(dependencies)) if (!UNUSED.test(name)) keep(placeOf(name, place));
}

for (const name of [...OUTSIDE, 'react', 'react-dom']) keep(placeOf(name, ''));
const links = existsSync(LINKS) ? readdirSync(LINKS).map((name) => readlinkSync(path.join(LINKS, name))) : [];
for (const target of links) keep(path.posix.join(LINKS, target));

const needed = [...kept].map((place) => `${place}/`);
for (const place of Object.keys(locked)) {
  if (place === '' || needed.some((other) => other.startsWith(`${place}/`))) continue;
  rmSync(place, { recursive: true, force: true });
}
// TeX has maps, too: of fonts.
for (const name of readdirSync('node_modules', { recursive: true, encoding: 'utf8' }))
  if (!name.startsWith('.asyground') && BUILD_ONLY.test(name))
    rmSync(path.join('node_modules', name), { recursive: true, force: true });
// What set-up fetched of TeX is copied into what it prepared.
for (const place of [MORE_TEX_FOLDER, '.next/cache', 'node_modules/.bin', 'node_modules/.package-lock.json'])
  rmSync(place, { recursive: true, force: true });
