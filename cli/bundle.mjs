// The command line as one file without packages beside it: in memory for a checkout, on the disk for `npm pack`.
import { rmSync, writeFileSync } from 'node:fs';
import { build } from 'esbuild';

const BUNDLE = 'cli/asyground.bundle.mjs';

/**
 * @param {string} entry
 * @returns {Promise<string>}
 */
export async function bundleCli(entry) {
  const { outputFiles } = await build({
    entryPoints: [entry],
    bundle: true,
    write: false,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    minify: true,
    logLevel: 'warning',
  });
  return outputFiles[0]?.text ?? '';
}

if (import.meta.url === `file://${process.argv[1]}`) {
  if (process.argv[2] === '--remove') rmSync(BUNDLE, { force: true });
  else writeFileSync(BUNDLE, await bundleCli('cli/main.ts'));
}
