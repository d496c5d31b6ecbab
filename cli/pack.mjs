// `npm run pack:cli [-- FOLDER]`: the command line as a package of its own, which depends on nothing.
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { bundleCli } from './bundle.mjs';

/** What the package says of itself; its dependencies are in the bundle. */
const TOLD = ['name', 'version', 'license', 'type', 'engines', 'bin'];
const DESCRIPTION = 'Renders Asymptote programs on a server of Asyground, from a terminal.';

// Beside the checkout and not in it: whenever this is broken off, the checkout is as it was.
const place = mkdtempSync(path.join(tmpdir(), 'asyground-pack-'));
try {
  const product = JSON.parse(readFileSync('package.json', 'utf8'));
  const told = Object.fromEntries(TOLD.map((name) => [name, product[name]]));
  const manifest = { ...told, description: DESCRIPTION, files: ['cli'] };
  mkdirSync(path.join(place, 'cli'));
  writeFileSync(path.join(place, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  writeFileSync(path.join(place, 'cli/asyground.bundle.mjs'), await bundleCli('cli/main.ts'));
  writeFileSync(path.join(place, 'cli/asy.bundle.mjs'), await bundleCli('cli/dropIn/entry.ts'));
  for (const file of ['asyground.mjs', 'asy.mjs', 'asy']) copyFileSync(`cli/${file}`, path.join(place, 'cli', file));
  copyFileSync('docs/cli.md', path.join(place, 'README.md'));
  copyFileSync('LICENSE', path.join(place, 'LICENSE'));
  const folder = path.resolve(process.argv[2] ?? '.');
  mkdirSync(folder, { recursive: true });
  const { status } = spawnSync('npm', ['pack', '--silent', '--offline', '--pack-destination', folder, place], {
    stdio: 'inherit',
  });
  process.exitCode = status ?? 1;
} finally {
  rmSync(place, { recursive: true, force: true });
}
