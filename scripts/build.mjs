// Builds what `npm start` runs: the programs (esbuild) and the pages (Next).
import { cpSync, mkdirSync, rmSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { build } from 'esbuild';

const PROGRAMS = {
  supervisor: 'platform/supervisor/main.ts',
  server: 'server/main.ts',
  worker: 'worker/main.ts',
  watcher: 'platform/watchdog/watcher.ts',
};

/** Packages stay outside: they are installed beside it, and some of them read their own files. */
export async function buildPrograms(outdir = 'dist') {
  rmSync(outdir, { recursive: true, force: true });
  mkdirSync(outdir, { recursive: true });
  await build({
    entryPoints: PROGRAMS,
    outdir,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    target: 'node20',
    sourcemap: true,
    logLevel: 'warning',
  });
  cpSync('platform/redis/scripts', path.join(outdir, 'scripts'), { recursive: true });
  cpSync('worker/jail/proof.pl', path.join(outdir, 'proof.pl'));
}

export function buildPages() {
  const next = path.join('node_modules', 'next', 'dist', 'bin', 'next');
  const { status } = spawnSync(process.execPath, [next, 'build'], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, NEXT_TELEMETRY_DISABLED: '1', NODE_ENV: 'production' },
  });
  if (status !== 0) throw new Error('next build failed');
}

if (import.meta.url === `file://${process.argv[1]}`) {
  const { preparePublic } = await import('./setup/setup.mjs');
  await preparePublic();
  await buildPrograms();
  buildPages();
}
