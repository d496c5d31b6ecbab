// The system packages the product stands on, and how they get onto a Debian machine.
import { spawn, spawnSync } from 'node:child_process';

/** Everything `npm start` needs (docs/operating.md lists what each is for). */
export const RUN_PACKAGES = [
  'bubblewrap',
  'redis-server',
  'asymptote',
  'asymptote-doc',
  'dvisvgm',
  'texlive-lang-cyrillic',
  'cm-super',
  'latex-cjk-common',
  'latex-cjk-chinese-arphic-gbsn00lp',
  'latex-cjk-chinese-arphic-bsmi00lp',
  'latex-cjk-japanese-wadalab',
  'fonts-cmu',
  'texlive-latex-extra',
  'texlive-science',
  'texlive-xetex',
  'texlive-luatex',
  'texlive-fonts-recommended',
  'lmodern',
  'xvfb',
  'gcc',
  'libc6-dev',
  'util-linux',
  'coreutils',
];

/** All that Debian has of TeX, but its documentation: `npm start -- --full-tex` (docs/operating.md). */
export const FULL_TEX_PACKAGES = [
  'texlive-fonts-extra',
  'texlive-games',
  'texlive-humanities',
  'texlive-lang-all',
  'texlive-music',
  'texlive-pstricks',
  'texlive-publishers',
  'texlive-formats-extra',
  'texlive-metapost',
  'tex-gyre',
];

/** What `npm test` needs beyond it. */
export const TEST_PACKAGES = [
  'chromium',
  'firefox-esr',
  'fonts-liberation',
  'ghostscript',
  'iproute2',
  'latexmk',
  'make',
  'openssl',
  'pandoc',
  'procps',
];

/** @param {readonly string[]} wanted */
export function missingPackages(wanted) {
  const listed = spawnSync('dpkg-query', ['-W', '-f', '${Package} ${db:Status-Status}\n', ...wanted], {
    encoding: 'utf8',
  });
  if (listed.error)
    throw new Error('dpkg-query is not here: the set-up knows Debian only. docs/operating.md lists the packages.');
  const installed = new Set(
    listed.stdout.split('\n').flatMap((line) => (line.endsWith(' installed') ? [line.split(' ')[0]] : [])),
  );
  return wanted.filter((name) => !installed.has(name));
}

/**
 * How this person may install: directly, through sudo, or not at all.
 * @param {readonly string[]} packages
 */
export function installCommand(packages) {
  const apt = ['apt-get', 'install', '-y', '--no-install-recommends', ...packages];
  if (process.getuid?.() === 0) return { lead: [], apt, allowed: true };
  const sudo = spawnSync('sudo', ['-n', 'true'], { stdio: 'ignore' });
  const terminal = process.stdin.isTTY && spawnSync('sh', ['-c', 'command -v sudo'], { stdio: 'ignore' }).status === 0;
  return { lead: ['sudo'], apt, allowed: sudo.status === 0 || Boolean(terminal) };
}

/**
 * Installs with a line of progress: how many packages are unpacked and configured of how many.
 * @param {readonly string[]} packages
 * @param {(words: string) => void} progress
 */
export async function installPackages(packages, progress) {
  const { lead, apt } = installCommand(packages);
  progress('reading the package lists');
  await run([...lead, 'apt-get', 'update'], () => undefined);
  let total = 0;
  let done = 0;
  await run([...lead, 'env', 'DEBIAN_FRONTEND=noninteractive', ...apt], (line) => {
    const count = /(?<!\d)(\d+) newly installed/.exec(line);
    if (count) total = Number(count[1]) * 2;
    if (/^Get:\d+/.test(line)) progress(`downloading ${line.split(' ')[4] ?? ''}`);
    if (/^(?:Unpacking|Setting up) /.test(line)) {
      done += 1;
      progress(
        `${Math.min(99, Math.round((100 * done) / Math.max(1, total)))} % ${line.split(' ').slice(0, 3).join(' ')}`,
      );
    }
  });
}

/**
 * @param {readonly string[]} words
 * @param {(line: string) => void} onLine
 * @returns {Promise<void>}
 */
function run(words, onLine) {
  return new Promise((resolve, reject) => {
    const [file = '', ...args] = words;
    const child = spawn(file, args, { stdio: ['inherit', 'pipe', 'pipe'] });
    let said = '';
    const hear = (/** @type {Buffer} */ chunk) => {
      said = (said + chunk.toString()).slice(-4000);
      for (const line of chunk.toString().split('\n')) onLine(line);
    };
    child.stdout.on('data', hear);
    child.stderr.on('data', hear);
    child.on('error', reject);
    child.on('close', (code) => (code === 0 ? resolve() : reject(new Error(`${words.join(' ')} failed:\n${said}`))));
  });
}
