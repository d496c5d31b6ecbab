import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from './parts';
import { until } from './until';

/**
 * docs/containers.md: the image of the Containerfile, really built and run; takes minutes. Where no registry can be
 * reached, its base images are made from Debian's packages (mmdebstrap) and the machine's own Node.
 */

const BUILD_MS = 20 * 60_000;
const MAX_BYTES = 1.5e9;
const IMAGE = 'asyground-soak';
const DEBIAN = 'docker.io/library/debian:12-slim';
const NODE = 'docker.io/library/node:20-bookworm-slim';
const FLAGS = ['--security-opt', 'seccomp=unconfined', '--security-opt', 'unmask=ALL', '-e', 'ACCEPT_WEAKER_JAIL=on'];
const LIMITS = ['--runtime', 'runc', '--ulimit', 'nofile=4096:4096', '--ulimit', 'nproc=4096:4096'];
/** With fonts of Debian, fonts that only set-up fetched, a font drawn ahead, and another engine. */
const PROGRAMS = [
  'label("$x^2$");',
  'import unicode; label("Привет");',
  String.raw`texpreamble("\usepackage{fontawesome5,newtxtext}"); label("\faGithub\ a");`,
  String.raw`texpreamble("\usepackage{bbm,esvect}"); label("$\mathbbm{1}\vv{AB}$");`,
  'settings.tex = "lualatex"; label("$x^2$");',
];
const CERTIFICATES = '/etc/ssl/certs/ca-certificates.crt';

const work = mkdtempSync(path.join(tmpdir(), 'asyground-image-'));
const volume = path.basename(work);
const podman = (...args: string[]) =>
  execFileSync('podman', args, { encoding: 'utf8', maxBuffer: 64 * 2 ** 20 }).trim();
const has = (image: string) =>
  spawnSync('podman', ['image', 'exists', image]).status === 0 || spawnSync('podman', ['pull', image]).status === 0;

/** As slim as the one of the registry: without manuals and translations. */
function makeDebian(): void {
  const left = ['/usr/share/man/*', '/usr/share/locale/*', '/usr/share/doc/*'].map((names) => `path-exclude=${names}`);
  const archive = path.join(work, 'debian.tar');
  const options = [...left, 'path-include=/usr/share/doc/*/copyright'].map((option) => `--dpkgopt=${option}`);
  execFileSync('mmdebstrap', ['--variant=minbase', ...options, 'bookworm', archive], { stdio: 'ignore' });
  podman('import', archive, DEBIAN);
}

function makeNode(): void {
  const npm = realpathSync('/usr/bin/npm').replace(/\/bin\/npm-cli\.js$/, '');
  const archive = path.join(work, 'node.tar');
  const moved = [
    `s,^${process.execPath.slice(1)}$,usr/local/bin/node,`,
    `s,^${npm.slice(1)},usr/local/lib/node_modules/npm,`,
  ];
  const names = moved.map((rule) => `--transform=${rule}`);
  execFileSync('tar', ['cf', archive, ...names, '-C', '/', process.execPath.slice(1), npm.slice(1)]);
  podman('import', archive, NODE);
}

beforeAll(() => {
  if (!has(DEBIAN)) makeDebian();
  if (!has(NODE)) makeNode();
  const settings = path.join(work, 'npmrc');
  writeFileSync(settings, `cafile=${CERTIFICATES}\n`);
  const trust = ['-v', `${CERTIFICATES}:${CERTIFICATES}:ro`, '-v', `${settings}:/root/.npmrc:ro`];
  podman('--runtime', 'runc', 'build', '--network', 'host', ...trust, '-t', IMAGE, '.');
}, BUILD_MS);
afterAll(() => {
  spawnSync('podman', ['rm', '-f', volume]);
  spawnSync('podman', ['volume', 'rm', '-f', volume]);
  spawnSync('podman', ['rmi', '-f', IMAGE]);
  rmSync(work, { recursive: true, force: true });
});

describe('the image', () => {
  it('is no larger than it may be, and holds no compiler', () => {
    expect(Number(podman('image', 'inspect', IMAGE, '--format', '{{.Size}}'))).toBeLessThan(MAX_BYTES);
    expect(podman('run', '--rm', ...LIMITS, '--entrypoint', 'sh', IMAGE, '-c', 'command -v gcc || id -u')).toBe(
      '10001',
    );
  });

  it('serves with every wall, and draws; and without its flags names them', async () => {
    const url = `http://127.0.0.1:${await freePort()}`;
    const settings = [
      '-e',
      `PORT=${new URL(url).port}`,
      '-e',
      'PERIODIC=off',
      '--network',
      'host',
      '-v',
      `${volume}:/data`,
    ];
    for (const flags of [[], FLAGS.slice(0, 4), FLAGS.slice(2), FLAGS.slice(4)]) {
      const refused = spawnSync('podman', ['run', '--rm', ...LIMITS, ...settings, ...flags, IMAGE], {
        encoding: 'utf8',
      });
      expect([refused.status, refused.stderr]).toEqual([2, expect.stringContaining('--security-opt unmask=ALL')]);
    }

    podman('run', '-d', '--name', volume, ...LIMITS, ...FLAGS, ...settings, IMAGE);
    await until('it serves', async () => (await fetch(`${url}/healthz`).catch(() => undefined))?.ok === true);
    for (const format of ['svg', 'pdf', 'png'])
      for (const body of PROGRAMS)
        expect([body, (await fetch(`${url}/render?format=${format}`, { method: 'POST', body })).status]).toEqual([
          body,
          200,
        ]);
    expect(podman('logs', volume)).toContain('every wall of the jail holds');
    expect(podman('exec', volume, 'node', 'cli/asyground.mjs', 'backup', '/data/backup.tar.gz')).toContain('Backed up');
  }, 120_000);
});
