// Builds what `npm start` runs: the programs (esbuild) and the pages (Next).
import { cpSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { build } from 'esbuild';
import { run } from './setup/packages.mjs';

const PROGRAMS = {
  supervisor: 'platform/supervisor/main.ts',
  server: 'server/main.ts',
  worker: 'worker/main.ts',
  watcher: 'platform/watchdog/watcher.ts',
  backup: 'platform/backup/main.ts',
};

/** They read their own files, find each other by name, or are loaded by few and late. */
export const OUTSIDE = ['next', 'pino', 'pino-pretty', '@modelcontextprotocol/sdk'];

/** Packages that are CommonJS ask for parts of Node with `require`. */
const BANNER = `import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);`;

/** Stands for the path that pages are served below (platform/pages.ts). */
const ANY_PATH = '/__asyground_base__';

const EMPTY_MAP = Buffer.from('{"version":3,"sources":[""],"mappings":"AAAA"}').toString('base64');

/**
 * Node reads a program's whole source map when it starts: ours holds only our own code.
 *
 * @type {import('esbuild').Plugin}
 */
const packagesWithoutMap = {
  name: 'packages-without-map',
  setup({ onLoad }) {
    onLoad({ filter: /\/node_modules\/.*\.[cm]?js$/ }, ({ path: file }) => ({
      contents: `${readFileSync(file, 'utf8')}\n//# sourceMappingURL=data:application/json;base64,${EMPTY_MAP}`,
      loader: 'js',
    }));
  },
};

/** One file a program, packages and all: hundreds of small ones take half of the time that a start costs. */
export async function buildPrograms(outdir = 'dist') {
  rmSync(outdir, { recursive: true, force: true });
  mkdirSync(outdir, { recursive: true });
  await build({
    entryPoints: PROGRAMS,
    outdir,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    external: OUTSIDE,
    plugins: [packagesWithoutMap],
    banner: { js: BANNER },
    platform: 'node',
    format: 'esm',
    target: 'node20',
    sourcemap: true,
    sourcesContent: false,
    minifyWhitespace: true,
    logLevel: 'warning',
  });
  cpSync('platform/redis/scripts', path.join(outdir, 'scripts'), { recursive: true });
  cpSync('worker/jail/proof.pl', path.join(outdir, 'proof.pl'));
}

/** @param {(words: string) => void} progress */
export async function buildPages(progress = () => undefined) {
  const next = path.join('node_modules', 'next', 'dist', 'bin', 'next');
  const settings = { NEXT_TELEMETRY_DISABLED: '1', NODE_ENV: 'production', NEXT_PUBLIC_BASE_PATH: ANY_PATH };
  const onLine = (/** @type {string} */ line) => {
    // "Generating static pages (3/9)", "Compiled successfully in 20s"; not the table of pages at the end.
    const words = /^\W*([A-Z].*)/.exec(line)?.[1];
    if (words !== undefined) progress(words);
  };
  await run([process.execPath, next, 'build'], onLine, settings);
}

if (import.meta.url === `file://${process.argv[1]}`) {
  const { preparePublic } = await import('./setup/public.mjs');
  await preparePublic();
  await buildPrograms();
  await buildPages();
}
