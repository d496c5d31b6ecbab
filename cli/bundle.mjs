// The command line as one file without packages beside it: in memory for a checkout, written down by pack.mjs.
import { build } from 'esbuild';

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
