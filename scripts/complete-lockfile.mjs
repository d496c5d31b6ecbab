#!/usr/bin/env node
// Run in the project's root after a dependency changed: node ../shared/tools/complete-lockfile.mjs
// The registry here does not serve other platforms' optional binaries, so npm leaves them out of
// package-lock.json and `npm ci` then refuses the file. This adds an entry for each one left out.
import { readFileSync, writeFileSync } from 'node:fs';

const OPERATING_SYSTEMS = [
  'darwin',
  'win32',
  'android',
  'freebsd',
  'netbsd',
  'openbsd',
  'sunos',
  'aix',
  'openharmony',
  'linux',
];
const PROCESSORS = ['arm64', 'x64', 'ia32', 'ppc64', 'riscv64', 's390x', 'loong64', 'mips64el', 'wasm32', 'arm'];
const EXACT_VERSION = /^[\^~]?(\d+\.\d+\.\d+(?:-[\w.]+)?)$/;

const lock = JSON.parse(readFileSync('package-lock.json', 'utf8'));

/** Whether `name`, required from the package at `path`, resolves to an entry of the lock file. */
function resolves(path, name) {
  for (let folder = path; ;) {
    if (lock.packages[`${folder ? `${folder}/` : ''}node_modules/${name}`]) return true;
    if (!folder) return false;
    const parent = folder.lastIndexOf('node_modules/');
    folder = parent <= 0 ? '' : folder.slice(0, parent - 1);
  }
}

const added = [];
const skipped = [];
for (const [path, entry] of Object.entries({ ...lock.packages })) {
  for (const [name, range] of Object.entries(entry.optionalDependencies ?? {})) {
    if (resolves(path, name)) continue;
    const version = EXACT_VERSION.exec(range)?.[1];
    const words = name.split('/').pop().split('-');
    const os = OPERATING_SYSTEMS.filter((word) => words.includes(word));
    const cpu = PROCESSORS.filter((word) => words.includes(word));
    if (!version || (!os.length && !cpu.length)) {
      skipped.push(`${name}@${range}`);
      continue;
    }
    lock.packages[`node_modules/${name}`] = {
      version,
      ...(entry.dev ? { dev: true } : {}),
      optional: true,
      ...(cpu.length ? { cpu } : {}),
      ...(os.length ? { os } : {}),
      ...(words.includes('musl') ? { libc: ['musl'] } : {}),
    };
    added.push(name);
  }
}

lock.packages = Object.fromEntries(Object.entries(lock.packages).sort(([a], [b]) => (a < b ? -1 : 1)));
writeFileSync('package-lock.json', `${JSON.stringify(lock, null, 2)}\n`);
console.log(`added ${added.length} entries`, skipped.length ? `; left alone: ${skipped.join(', ')}` : '');
