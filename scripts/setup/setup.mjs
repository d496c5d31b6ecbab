// Sets up all that the product needs, each step only if it is not done yet.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import {
  FULL_TEX_PACKAGES,
  installCommand,
  installPackages,
  missingPackages,
  run,
  RUN_PACKAGES,
  TEST_PACKAGES,
} from './packages.mjs';
import { hashOf, isDone, markDone } from './stamp.mjs';
import { percent, step } from './steps.mjs';

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

/** How often it is looked which npm packages have arrived. */
const LOOK_MS = 500;

export const SERVICE_USER = 'asyground';

/**
 * @param {{ tests: boolean, install: boolean, fullTex?: boolean }} options
 * @returns {Promise<boolean>} whether everything is in place
 */
export async function setUp({ tests, install, fullTex = false }) {
  process.umask(0o022);
  const wanted = [...RUN_PACKAGES, ...(tests ? TEST_PACKAGES : []), ...(fullTex ? FULL_TEX_PACKAGES : [])];
  if (!(await systemPackages(wanted, install))) return false;
  serviceUser();
  if (!(await npmPackages(install))) return false;
  // Only now: it needs the packages.
  await (await import('./toolchain.mjs')).prepareToolchain();
  return true;
}

/** Builds programs and pages if a source has changed. */
export async function buildIfChanged() {
  const hash = hashOf(SOURCES);
  if (isDone('build', hash)) return;
  await preparePublic();
  const { buildPages, buildPrograms } = await import('../build.mjs');
  await step('Building the programs', () => buildPrograms());
  await step('Building the pages', (progress) => buildPages(progress));
  markDone('build', hash);
}

/** What the pages load beside their own code: the editor, the tables of the language, the pictures of the gallery, TeX's packages. */
export async function preparePublic() {
  const { copyMonaco } = await import('./monaco.mjs');
  const { generateLanguage } = await import('../generate-language.mjs');
  const { generateGallery } = await import('../generate-gallery.mjs');
  const { generatePackages } = await import('../generate-packages.mjs');
  copyMonaco();
  await step('Listing the language', () => generateLanguage());
  await step('Drawing the gallery', (progress) => generateGallery(undefined, progress));
  await step('Listing the TeX packages', () => generatePackages());
}

/**
 * @param {readonly string[]} wanted
 * @param {boolean} install
 */
async function systemPackages(wanted, install) {
  const missing = missingPackages(wanted);
  if (missing.length === 0) return true;
  const { lead, apt, allowed } = installCommand(missing);
  if (!install || !allowed) {
    const command = [...(process.getuid?.() === 0 ? [] : ['sudo']), ...apt].join(' ');
    process.stderr.write(
      `These system packages are missing: ${missing.join(' ')}\nInstall them with:\n\n  ${command}\n\n`,
    );
    return false;
  }
  await step(`Installing ${missing.length} system packages${lead.length > 0 ? ' (sudo)' : ''}`, (progress) =>
    installPackages(missing, progress),
  );
  return true;
}

/** As root, everything but the keeper runs as this user. */
function serviceUser() {
  if (process.getuid?.() !== 0 || spawnSync('id', [SERVICE_USER], { stdio: 'ignore' }).status === 0) return;
  spawnSync('useradd', ['--system', '--no-create-home', '--shell', '/usr/sbin/nologin', SERVICE_USER], {
    stdio: 'inherit',
  });
}

/** @param {boolean} install */
async function npmPackages(install) {
  const hash = hashOf(['package.json', 'package-lock.json']);
  if (isDone('npm', hash)) return true;
  if (!install) {
    process.stderr.write('The npm packages are missing or old. Install them with:\n\n  npm ci\n\n');
    return false;
  }
  await step('Installing npm packages', (progress) => npmCi(progress));
  markDone('npm', hash);
  return true;
}

/**
 * npm itself tells nothing to who is no terminal; which packages are there already can be seen.
 * @param {(words: string) => void} progress
 */
async function npmCi(progress) {
  const places = Object.keys(JSON.parse(readFileSync('package-lock.json', 'utf8')).packages).filter(Boolean);
  let there = new Set();
  const looking = setInterval(() => {
    const now = places.filter((place) => existsSync(path.join(place, 'package.json')));
    const newest = now.findLast((place) => !there.has(place)) ?? '';
    there = new Set(now);
    progress(`${percent(now.length, places.length)} ${newest.replace(/^.*node_modules\//, '')}`);
  }, LOOK_MS);
  try {
    await run(['npm', 'ci', '--no-audit', '--no-fund', '--loglevel', 'error'], () => undefined);
  } finally {
    clearInterval(looking);
  }
}
