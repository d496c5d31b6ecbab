// The system packages the product stands on, and how they get onto a Debian machine.
import { spawn, spawnSync } from 'node:child_process';
import { createInterface } from 'node:readline';

/** Needed while TeX and the converters are prepared, and no more afterwards. */
export const COMPILER = ['gcc', 'libc6-dev'];

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
  'fonts-font-awesome',
  'fonts-linuxlibertine',
  'texlive-latex-extra',
  'texlive-science',
  'texlive-xetex',
  'texlive-luatex',
  'texlive-fonts-recommended',
  'lmodern',
  'xvfb',
  ...COMPILER,
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
  'caddy',
  'chromium',
  'chromium-headless-shell',
  'curl',
  'firefox-esr',
  'fonts-liberation',
  'ghostscript',
  'iproute2',
  'latexmk',
  'make',
  'mmdebstrap',
  'nginx-light',
  'openssl',
  'pandoc',
  'podman',
  'procps',
  'prometheus',
  'runc',
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

/** Asks for a password now, before anything else writes to the terminal. */
export function askForPassword() {
  const { status } = spawnSync('sudo', ['-v'], { stdio: 'inherit' });
  if (status !== 0) throw new Error('sudo did not let the system packages be installed.');
}

/** What may be installed, as Debian has it today. */
export async function readLists() {
  const { lead } = installCommand([]);
  await run([...lead, 'apt-get', 'update']);
}

/**
 * Installs with a line of progress: the package that is fetched, unpacked or set up, and how far the whole is.
 * @param {readonly string[]} packages
 * @param {(words: string) => void} progress
 */
export async function installPackages(packages, progress) {
  const { lead, apt } = installCommand(packages);
  const [program = '', ...args] = apt;
  const command = [...lead, 'env', 'DEBIAN_FRONTEND=noninteractive', program, '-o', 'APT::Status-Fd=1', ...args];
  await run(command, (line) => {
    const words = progressOf(line);
    if (words !== undefined) progress(words);
  });
}

/**
 * What a line of apt's status says: `dlstatus:3:12.5:Retrieving file 3 of 9`, `pmstatus:lmodern:40.1:Unpacking lmodern`.
 * @param {string} line
 */
export function progressOf(line) {
  const [kind, name, percent, ...words] = line.trimEnd().split(':');
  if (words.length === 0 || !(Number(percent) >= 0)) return undefined;
  const text = words.join(':').replace(/ \([^)]*\)$/, '');
  // apt counts the downloads and the installation each from 0 to 100.
  if (kind === 'dlstatus') return `${Math.floor(Number(percent) / 2)} % ${text}`;
  if (kind === 'pmstatus') return `${Math.floor(50 + Number(percent) / 2)} % ${text || name}`;
  return undefined;
}

/**
 * @param {readonly string[]} words
 * @param {(line: string) => void} onLine
 * @param {Record<string, string>} environment
 * @returns {Promise<void>}
 */
export function run(words, onLine = () => undefined, environment = {}) {
  return new Promise((resolve, reject) => {
    const [file = '', ...args] = words;
    const child = spawn(file, args, {
      stdio: ['inherit', 'pipe', 'pipe'],
      env: { ...process.env, ...environment },
    });
    let said = '';
    for (const stream of [child.stdout, child.stderr])
      createInterface({ input: stream }).on('line', (line) => {
        // What the status says is progress, not what went wrong.
        if (!/^(?:dl|pm)status:/.test(line)) said = `${said}${line}\n`.slice(-4000);
        onLine(line);
      });
    child.on('error', reject);
    child.on('close', (code) => (code === 0 ? resolve() : reject(new Error(`${words.join(' ')} failed:\n${said}`))));
  });
}
