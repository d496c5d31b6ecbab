// Sets up all that the product needs, each step only if it is not done yet.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fetchMoreTex } from './moreTex.mjs';
import {
  askForPassword,
  FULL_TEX_PACKAGES,
  installCommand,
  installPackages,
  missingPackages,
  readLists,
  run,
  RUN_PACKAGES,
  TEST_PACKAGES,
} from './packages.mjs';
import { hashOf, isDone, markDone } from './stamp.mjs';
import { percent, step, together } from './steps.mjs';

/** The sources that the programs and the pages are built from. */
const SOURCES = [
  'app',
  'components',
  'core',
  'messages',
  'modules',
  'client',
  'platform',
  'server',
  'worker',
  'examples',
  'public/fonts',
  'instrumentation-client.ts',
  'next.config.mjs',
  'postcss.config.mjs',
  'tsconfig.json',
  'package-lock.json',
  'scripts',
];

/** What a build writes last: who throws away what it made, or copies node_modules alone, gets a new one. */
const BUILT = ['dist/proof.pl', '.next/BUILD_ID'];

/** How often it is looked which npm packages have arrived. */
const LOOK_MS = 500;

export const SERVICE_USER = 'asyground';

/**
 * What is built: nothing, what the pages load beside their own code (for `npm run dev`), or all that `npm start` runs.
 * @typedef {'nothing' | 'public' | 'all'} Wanted
 * @typedef {{ tests?: boolean, install?: boolean, fullTex?: boolean, gallery?: boolean, build?: Wanted }} Choices
 * @typedef {{ development: boolean } & Choices} Options
 */

/**
 * Side by side as far as one step does not need another: Debian's packages beside npm's, and the pages, which need only
 * npm's, beside whatever needs TeX.
 *
 * @param {Options} options
 * @returns {Promise<boolean>} whether everything is in place
 */
export async function setUp({ development, build = 'all', ...choices }) {
  const { tests = false, install = true, fullTex = false, gallery = true } = choices;
  process.umask(0o022);
  const wanted = [...RUN_PACKAGES, ...(tests ? TEST_PACKAGES : []), ...(fullTex ? FULL_TEX_PACKAGES : [])];
  const missing = missingPackages(wanted);
  const fetched = npmStamp(development);
  const allowed = [mayInstall(missing, install), mayFetch(fetched, install)];
  if (allowed.includes(false)) return false;
  const sources = hashOf(SOURCES);
  // npm throws away all that was there before, and the stamps with it.
  const isThere = build !== 'all' || BUILT.every((file) => existsSync(file));
  const isBuilt = build === 'nothing' || (fetched.done && isThere && isDone('build', sources));

  serviceUser();
  const lists = missing.length === 0 ? Promise.resolve() : step('Reading the package lists', readLists);
  const system = lists.then(() => systemPackages(missing));
  const npm = fetched.done ? Promise.resolve() : npmPackages(development, fetched.stamp);
  const pages = npm.then(() => (build === 'all' && !isBuilt ? buildProduct() : undefined));
  const moreTex = install ? lists.then(() => fetchMoreTex(missing)) : lists;
  const drawing = Promise.all([system, moreTex, npm]).then(async () => {
    // Only now: they need the packages.
    const isNew = await (await import('./toolchain.mjs')).prepareToolchain();
    if (!isBuilt || (isNew && build !== 'nothing')) await (await import('./public.mjs')).preparePublic(gallery);
  });
  await together([system, npm, pages, moreTex, drawing]);
  if (build === 'all' && !isBuilt) markDone('build', sources);
  return true;
}

async function buildProduct() {
  const { buildPages, buildPrograms } = await import('../build.mjs');
  await step('Building the programs', () => buildPrograms());
  await step('Building the pages', (progress) => buildPages(progress));
}

/**
 * Says what to do if something is missing that may not be installed.
 * @param {readonly string[]} missing
 * @param {boolean} install
 */
function mayInstall(missing, install) {
  if (missing.length === 0) return true;
  const { lead, apt, allowed } = installCommand(missing);
  if (install && allowed) {
    if (lead.length > 0) askForPassword();
    return true;
  }
  const command = [...(process.getuid?.() === 0 ? [] : ['sudo']), ...apt].join(' ');
  process.stderr.write(
    `These system packages are missing: ${missing.join(' ')}\nInstall them with:\n\n  ${command}\n\n`,
  );
  return false;
}

/** @param {readonly string[]} missing */
async function systemPackages(missing) {
  if (missing.length === 0) return;
  const count = `${missing.length} system package${missing.length === 1 ? '' : 's'}`;
  await step(`Installing ${count}`, (progress) => installPackages(missing, progress));
}

/** As root, everything but the keeper runs as this user. */
function serviceUser() {
  if (process.getuid?.() !== 0 || spawnSync('id', [SERVICE_USER], { stdio: 'ignore' }).status === 0) return;
  spawnSync('useradd', ['--system', '--no-create-home', '--shell', '/usr/sbin/nologin', SERVICE_USER], {
    stdio: 'inherit',
  });
}

/**
 * The packages for development hold all that a start needs, too.
 * @param {boolean} development
 */
function npmStamp(development) {
  const hash = hashOf(['package.json', 'package-lock.json']);
  const all = `${hash} with those for development`;
  return { stamp: development ? all : hash, done: isDone('npm', all) || (!development && isDone('npm', hash)) };
}

/**
 * @param {{ done: boolean }} fetched
 * @param {boolean} install
 */
function mayFetch({ done }, install) {
  if (!done && !install)
    process.stderr.write('The npm packages are missing or old. Install them with:\n\n  npm ci\n\n');
  return done || install;
}

/**
 * @param {boolean} development
 * @param {string} stamp
 */
async function npmPackages(development, stamp) {
  await step('Installing npm packages', (progress) => npmCi(development ? [] : ['--omit=dev'], progress));
  markDone('npm', stamp);
}

/**
 * npm itself tells nothing to who is no terminal; which packages are there already can be seen.
 * @param {readonly string[]} flags
 * @param {(words: string) => void} progress
 */
async function npmCi(flags, progress) {
  /** @type {Record<string, { dev?: boolean }>} */
  const locked = JSON.parse(readFileSync('package-lock.json', 'utf8')).packages;
  const places = Object.keys(locked).filter((place) => place && !(flags.includes('--omit=dev') && locked[place]?.dev));
  let there = new Set();
  const looking = setInterval(() => {
    const now = places.filter((place) => existsSync(path.join(place, 'package.json')));
    const newest = now.findLast((place) => !there.has(place)) ?? '';
    there = new Set(now);
    progress(`${percent(now.length, places.length)} ${newest.replace(/^.*node_modules\//, '')}`);
  }, LOOK_MS);
  try {
    await run(['npm', 'ci', ...flags, '--no-audit', '--no-fund', '--loglevel', 'error']);
  } finally {
    clearInterval(looking);
  }
}
